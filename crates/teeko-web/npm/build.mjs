// Writes the modules that contain the solver and the script of workers: `node build.mjs FOLDER`,
// where FOLDER has `teeko.wasm`.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const folder = process.argv[2];
function write(name, text) {
  return writeFileSync(join(folder, name), `export default ${JSON.stringify(text)};\n`);
}

const solver = gzipSync(readFileSync(join(folder, "teeko.wasm")), { level: 9 });
write("solver_text.js", solver.toString("base64"));
// A worker made from a text cannot import neighbouring modules.
const modules = ["../page/solver/solver_call.js", "worker.js"].map((name) =>
  readFileSync(new URL(name, import.meta.url), "utf8"));
const script = modules.join("").replace(/^import .*\n/gm, "").replace(/^export /gm, "");
write("worker_text.js", script);
