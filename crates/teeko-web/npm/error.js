// The error of the package.

/** Why there is no answer: its kind, and what to try next, if anything helps. */
export class TeekoError extends Error {
  constructor({ error, code, hint, cause }) {
    super(error, cause && { cause });
    this.name = "TeekoError";
    this.code = code;
    this.hint = hint ?? undefined;
  }
}
