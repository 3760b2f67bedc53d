// Sends questions to a worker, one after the other.

/**
 * Returns an asker, whose `ask` sends a question to a worker. `startWorker(receive)` starts a
 * worker, `solver` is the compiled solver, and `faultOf` makes an error of a message, a code
 * and perhaps a hint.
 */
export function askerOf(startWorker, solver, faultOf) {
  // The worker is at the first question. It starts when it is needed, also after it was stopped.
  const waiting = [];
  let worker = null;
  let ended = null;

  const stopWorker = () => {
    worker?.terminate();
    worker = null;
  };

  const next = () => {
    if (!waiting.length) return;
    const { path, body, reject } = waiting[0];
    try {
      worker ??= start();
      worker.post({ solver, path, body });
    } catch ({ message }) {
      waiting.shift();
      stopWorker();
      reject(faultOf(`no worker starts here: ${message}`, "resources", "use `solve` instead"));
      next();
    }
  };

  const start = () => {
    const started = startWorker((answer) => {
      // An answer may still arrive from a worker that was stopped.
      if (started === worker) receive(answer);
    });
    return started;
  };

  const receive = ({ fault, ...answer }) => {
    const { resolve, reject } = waiting.shift();
    if (fault === undefined) {
      resolve(answer);
    } else {
      stopWorker();
      reject(faultOf(`the solver stopped: ${fault}`, "fault"));
    }
    next();
  };

  /** Removes a question. The solver cannot be interrupted, so its worker is stopped. */
  const forget = (question) => {
    const place = waiting.indexOf(question);
    waiting.splice(place, 1);
    if (place > 0) return;
    stopWorker();
    next();
  };

  return {
    ask: (path, body, signal) =>
      new Promise((resolve, reject) => {
        if (ended) throw ended;
        signal?.throwIfAborted();
        const question = { path, body };
        const abort = () => {
          forget(question);
          reject(signal.reason);
        };
        const settled = (settle) => (value) => {
          signal?.removeEventListener("abort", abort);
          settle(value);
        };
        Object.assign(question, { resolve: settled(resolve), reject: settled(reject) });
        signal?.addEventListener("abort", abort, { once: true });
        if (waiting.push(question) === 1) next();
      }),

    terminate() {
      ended ??= faultOf("the worker was terminated", "stopped");
      stopWorker();
      for (const { reject } of waiting.splice(0)) reject(ended);
    },
  };
}
