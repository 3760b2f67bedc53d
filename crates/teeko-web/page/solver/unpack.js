// Unpacks what the page carries in base 91, packed by gzip.

/** The value of a digit. `&` and `<` are left out of the digits. */
function digitOf(code) {
  return code - 34 - (code > 38 ? 1 : 0) - (code > 60 ? 1 : 0);
}

/** Returns the bytes: two characters are 13 bits, or 14 if the lowest 13 are at most 88. */
export async function unpacked(text) {
  const packed = new Uint8Array(text.length);
  let [length, bits, count] = [0, 0, 0];
  for (let place = 0; place < text.length; place += 2) {
    const isPair = place + 1 < text.length;
    const high = isPair ? digitOf(text.charCodeAt(place + 1)) : 0;
    const value = digitOf(text.charCodeAt(place)) + 91 * high;
    bits |= value << count;
    const pairBits = (value & 8191) > 88 ? 13 : 14;
    count += isPair ? pairBits : 8;
    for (; count > 7; count -= 8) {
      packed[length++] = bits;
      bits >>= 8;
    }
  }
  const whole = new Blob([packed.subarray(0, length)]);
  const stream = whole.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
