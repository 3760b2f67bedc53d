// The error of the package.

/** Why there is no answer: its kind, what to try next, and what was found, as far as there is. */
export class TeekoError extends Error {
  constructor({ error, code, hint, found, cause }) {
    super(error, cause && { cause });
    this.name = "TeekoError";
    this.code = code;
    this.hint = hint ?? undefined;
    this.found = found;
  }
}
