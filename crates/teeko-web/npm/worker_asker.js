// Sends questions to a worker, one after the other.

/** What asks a worker. It starts when it is needed, also after it was stopped. */
export class WorkerAsker {
  #startWorker;
  #solver;
  #faultOf;
  /** The questions without an answer; the worker is at the first. */
  #waiting = [];
  #worker = null;
  /** The error of all questions after the end, or null before it. */
  #ended = null;

  /**
   * `startWorker(receive)` starts a worker, `solver` is the compiled solver, and `faultOf` makes
   * an error of a message, a code and perhaps a hint.
   */
  constructor(startWorker, solver, faultOf) {
    this.#startWorker = startWorker;
    this.#solver = solver;
    this.#faultOf = faultOf;
  }

  /** Resolves to the answer to a question. The signal takes the question back. */
  ask(path, body, signal) {
    return new Promise((resolve, reject) => {
      if (this.#ended) throw this.#ended;
      signal?.throwIfAborted();
      const question = { path, body, resolve, reject };
      const abort = () => {
        this.#forget(question);
        reject(signal.reason);
      };
      question.settled = () => signal?.removeEventListener("abort", abort);
      signal?.addEventListener("abort", abort, { once: true });
      if (this.#waiting.push(question) === 1) this.#next();
    });
  }

  /** Stops the worker for good. Questions without an answer fail. */
  terminate() {
    this.#ended ??= this.#faultOf("the worker was terminated", "stopped");
    this.#stop();
    for (const { reject, settled } of this.#waiting.splice(0)) {
      settled();
      reject(this.#ended);
    }
  }

  /** Sends the first question. */
  #next() {
    if (this.#waiting.length === 0) return;
    const { path, body, reject, settled } = this.#waiting[0];
    try {
      this.#worker ??= this.#start();
      this.#worker.post({ solver: this.#solver, path, body });
    } catch ({ message }) {
      this.#waiting.shift();
      this.#stop();
      settled();
      const text = `no worker starts here: ${message}`;
      reject(this.#faultOf(text, "resources", "use `solve` instead"));
      this.#next();
    }
  }

  #start() {
    const started = this.#startWorker((answer) => {
      // An answer may still arrive from a worker that was stopped.
      if (started === this.#worker) this.#receive(answer);
    });
    return started;
  }

  #stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #receive({ fault, ...answer }) {
    const { resolve, reject, settled } = this.#waiting.shift();
    settled();
    if (fault === undefined) {
      resolve(answer);
    } else {
      this.#stop();
      reject(this.#faultOf(`the solver stopped: ${fault}`, "fault"));
    }
    this.#next();
  }

  /** Removes a question. The solver cannot be interrupted, so its worker is stopped. */
  #forget(question) {
    const place = this.#waiting.indexOf(question);
    this.#waiting.splice(place, 1);
    if (place > 0) return;
    this.#stop();
    this.#next();
  }
}
