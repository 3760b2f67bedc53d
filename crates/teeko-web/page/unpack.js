// Unpacks what the page carries in base 85, packed by gzip.

/** Returns the bytes: each five characters are four. `&` and `<` are left out of the digits. */
export async function unpacked(text) {
  const padded = `${text}yyyy`;
  const words = new DataView(new ArrayBuffer(padded.length));
  let word = 0;
  for (let place = 0; place < padded.length; place += 1) {
    const code = padded.charCodeAt(place);
    word = word * 85 + code - 35 - (code > 38 ? 1 : 0) - (code > 60 ? 1 : 0);
    if (place % 5 === 4) {
      words.setUint32((place - 4) / 5 * 4, word);
      word = 0;
    }
  }
  const packed = new Uint8Array(words.buffer, 0, Math.floor(text.length * 4 / 5));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
