// Decompresses LZMA, which makes the solver a quarter smaller than the gzip that browsers have.

/** Where each group of probabilities begins. */
const IS_MATCH = 0;
const IS_REPEAT = 192;
const IS_REPEAT_0 = 204;
const IS_REPEAT_1 = 216;
const IS_REPEAT_2 = 228;
const IS_SINGLE = 240;
const SLOTS = 432;
const DISTANCES = 688;
const ALIGNED = 816;
const LENGTHS = 832;
const REPEAT_LENGTHS = 1346;
const LITERALS = 1860;

const HEADER = 13;
const END = 0xffffffff;

/** Reads bits that are coded by their probabilities, which it adapts. */
function rangeDecoder(bytes, literals) {
  const chances = new Uint16Array(LITERALS + literals).fill(1024);
  // The range and the code, in an array because variables of 32 bits are slow when closures share
  // them.
  const coder = new Uint32Array([END, 0]);
  let place = HEADER + 1;
  for (let count = 0; count < 4; count++) coder[1] = (coder[1] << 8) | bytes[place++];
  const refill = () => {
    if (coder[0] >= 0x1000000) return;
    coder[0] <<= 8;
    coder[1] = (coder[1] << 8) | bytes[place++];
  };
  const bit = (index) => {
    refill();
    const chance = chances[index];
    const bound = (coder[0] >>> 11) * chance;
    if (coder[1] < bound) {
      coder[0] = bound;
      chances[index] = chance + ((2048 - chance) >> 5);
      return 0;
    }
    coder[0] -= bound;
    coder[1] -= bound;
    chances[index] = chance - (chance >> 5);
    return 1;
  };
  /** Reads a number, highest bit first. */
  const number = (base, bits) => {
    let found = 1;
    for (let count = 0; count < bits; count++) found = (found << 1) | bit(base + found);
    return found - (1 << bits);
  };
  /** Reads a number, lowest bit first. */
  const reversed = (base, bits) => {
    let [node, found] = [1, 0];
    for (let count = 0; count < bits; count++) {
      const one = bit(base + node);
      node = (node << 1) | one;
      found |= one << count;
    }
    return found;
  };
  /** Reads bits that are as likely 0 as 1. */
  const even = (bits) => {
    let found = 0;
    for (let count = 0; count < bits; count++) {
      refill();
      coder[0] >>>= 1;
      const one = coder[1] >= coder[0] ? 1 : 0;
      if (one) coder[1] -= coder[0];
      found = found * 2 + one;
    }
    return found;
  };
  return { bit, number, reversed, even };
}

/** Returns the content of a file in the format of `xz --format=lzma`. */
function unlzma(bytes) {
  const [context, rest] = [bytes[0] % 9, Math.floor(bytes[0] / 9)];
  const [literalMask, placeMask] = [(1 << rest % 5) - 1, (1 << Math.floor(rest / 5)) - 1];
  const decoder = rangeDecoder(bytes, 0x300 << (context + (rest % 5)));
  const { bit, number, reversed, even } = decoder;
  let out = new Uint8Array(bytes.length * 4);
  let [length, state] = [0, 0];
  let [one, two, three, four] = [0, 0, 0, 0];

  const literal = () => {
    const before = length > 0 ? out[length - 1] : 0;
    const around = ((length & literalMask) << context) + (before >> (8 - context));
    const base = LITERALS + 0x300 * around;
    let symbol = 1;
    if (state >= 7) {
      let expected = out[length - one - 1];
      while (symbol < 0x100) {
        const likely = (expected >> 7) & 1;
        expected <<= 1;
        const found = bit(base + ((1 + likely) << 8) + symbol);
        symbol = (symbol << 1) | found;
        if (found !== likely) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bit(base + symbol);
    out[length++] = symbol;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };
  const lengthFrom = (base, place) => {
    if (!bit(base)) return number(base + 2 + place * 8, 3);
    if (!bit(base + 1)) return 8 + number(base + 130 + place * 8, 3);
    return 16 + number(base + 258, 8);
  };
  const distance = (count) => {
    const slot = number(SLOTS + Math.min(count, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = ((2 | (slot & 1)) << bits) >>> 0;
    if (slot < 14) return base + reversed(DISTANCES + base - slot, bits);
    return base + even(bits - 4) * 16 + reversed(ALIGNED, 4);
  };
  /** Chooses one of the last four distances. Returns whether a single byte is repeated. */
  const repeat = (place) => {
    if (!bit(IS_REPEAT_0 + state)) return !bit(IS_SINGLE + (state << 4) + place);
    if (!bit(IS_REPEAT_1 + state)) [one, two] = [two, one];
    else if (!bit(IS_REPEAT_2 + state)) [one, two, three] = [three, one, two];
    else [one, two, three, four] = [four, one, two, three];
    return false;
  };

  for (;;) {
    if (length + 300 > out.length) {
      const larger = new Uint8Array(out.length * 2);
      larger.set(out);
      out = larger;
    }
    const place = length & placeMask;
    if (!bit(IS_MATCH + (state << 4) + place)) {
      literal();
      continue;
    }
    let count = 1;
    if (!bit(IS_REPEAT + state)) {
      [two, three, four] = [one, two, three];
      count = 2 + lengthFrom(LENGTHS, place);
      one = distance(count - 2);
      if (one === END) return out.subarray(0, length);
      state = state < 7 ? 7 : 10;
    } else if (repeat(place)) {
      state = state < 7 ? 9 : 11;
    } else {
      count = 2 + lengthFrom(REPEAT_LENGTHS, place);
      state = state < 7 ? 8 : 11;
    }
    for (; count > 0; count--, length++) out[length] = out[length - one - 1];
  }
}

/** Returns the content of packed text: LZMA in base 64. */
export const unpacked = (text) =>
  unlzma(Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0)));
