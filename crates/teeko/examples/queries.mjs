// Runs queries.wasm in Node: lines of standard input go in, documents come out.
//
//   cargo build --release -p teeko --example queries --target wasm32-unknown-unknown \
//     --no-default-features --features portable
//   node crates/teeko/examples/queries.mjs target/wasm32-unknown-unknown/release/examples/queries.wasm <positions.txt

import { readFileSync, writeSync } from 'node:fs';

const lines = readFileSync(0, 'utf8').split('\n');
if (lines.at(-1) === '') lines.pop();

const host = {
  next_line(to, longest) {
    if (lines.length === 0) return -1;
    const room = new Uint8Array(exports.memory.buffer, to, longest);
    return new TextEncoder().encodeInto(lines.shift(), room).written;
  },
  write_text(from, length) {
    const bytes = new Uint8Array(exports.memory.buffer, from, length);
    for (let done = 0; done < length; ) done += writeSync(1, bytes, done);
  },
};

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), { env: host });
const { exports } = instance;
process.exitCode = exports.main(0, 0);
