"""A number to beat: trains two small models on Standard Teeko, and prints how good they are.

    pip install teeko lightgbm
    python baseline.py                  # some minutes on two cores

The positions are the open ones of the slide phase: both sides have four pieces on the board, and
the game is not finished. Models learn from folds 0 to 7. They are measured on 100,000 random
positions of fold 9, which has no image of a position of another fold: each orbit counts as many
times as it has positions. The standard error is 0.2 percentage points at most.

* **outcome**: the share of positions whose outcome (win, draw, loss) is said right.
* **kept**: the share of positions in which the move of the model keeps the outcome.
* **best**: the share in which that move is a best one, the fastest win or the slowest loss.

LightGBM learns outcomes from 200,000 positions. A network of two hidden layers, in NumPy alone,
learns the best moves.
"""

import time

import lightgbm
import numpy as np

import teeko
import teeko.samples

SEED = 1
TRAINING, TEST = range(8), [9]
TEST_ROWS = 100_000
OUTCOME_ROWS = 200_000
OUTCOME_ROUNDS = 300
POLICY_ROWS = 1_000_000
HIDDEN = 256
BATCH = 256
STEPS = 6000
THREADS = 2
#: Rows with a number for each action are made for so many positions at once.
TOGETHER = 8192


def main():
    game = teeko.solve("44-ssss")
    test = positions(game, TEST_ROWS, TEST)
    counts = np.bincount(test.wdl + 1)
    report("outcome, always the most frequent", percent(counts.max() / counts.sum()))
    report_policy("random moves", *measure_policy(game, test, None))

    started = time.monotonic()
    model = learn_outcomes(game)
    guessed = model.predict(planes(game, test)).argmax(axis=1) - 1
    report("outcome, LightGBM", percent(np.mean(guessed == test.wdl)), started)

    started = time.monotonic()
    network = learn_policy(game)
    report_policy("network", *measure_policy(game, test, network), started)


def positions(game, size, folds):
    """Returns random open positions of the slide phase, all images among them."""
    return teeko.samples.arrays(game, size, layers=[8], folds=folds, seed=SEED)


def planes(game, samples):
    """Returns a row of 0 and 1 for each position: own pieces, and the opponent's."""
    boards = game.planes(samples.black, samples.red, samples.turn)
    return boards.reshape(len(boards), -1)


def learn_outcomes(game):
    """Returns a model of LightGBM that says the outcomes of positions."""
    rows = positions(game, OUTCOME_ROWS, TRAINING)
    settings = {"objective": "multiclass", "num_class": 3, "num_leaves": 127, "verbose": -1}
    settings |= {"learning_rate": 0.1, "seed": SEED, "deterministic": True, "num_threads": THREADS}
    data = lightgbm.Dataset(planes(game, rows), rows.wdl + 1)
    return lightgbm.train(settings, data, OUTCOME_ROUNDS)


def learn_policy(game):
    """Returns a network that has learnt the best moves."""
    rows = positions(game, POLICY_ROWS, TRAINING)
    inputs = planes(game, rows)
    random = np.random.default_rng(SEED)
    network = Network([inputs.shape[1], HIDDEN, HIDDEN, 650], random)
    for step in range(STEPS):
        some = random.integers(len(inputs), size=BATCH)
        chosen = rows.black[some], rows.red[some], rows.turn[some]
        target = game.policy(*chosen)
        legal = game.legal_mask(*chosen)
        network.learn(inputs[some], target, legal, step)
    return network


class Network:
    """Layers with rectifiers, and a choice among legal moves. It learns by Adam."""

    def __init__(self, sizes, random):
        self.weights = []
        for inputs, outputs in zip(sizes, sizes[1:], strict=False):
            scale = np.sqrt(2 / inputs)
            self.weights.append(random.normal(0, scale, (inputs, outputs)).astype(np.float32))
            self.weights.append(np.zeros(outputs, np.float32))
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]

    def activations(self, inputs):
        """Returns the inputs and the outputs of each layer."""
        found = [inputs.astype(np.float32)]
        for weights, offsets in zip(self.weights[::2], self.weights[1::2], strict=True):
            found.append(found[-1] @ weights + offsets)
            if len(found) <= len(self.weights) // 2:
                np.maximum(found[-1], 0, out=found[-1])
        return found

    def scores(self, inputs):
        """Returns a number for each action."""
        return self.activations(inputs)[-1]

    def learn(self, inputs, target, legal, step):
        """Changes the weights a little, so that the target becomes more likely."""
        found = self.activations(inputs)
        scores = np.where(legal, found[-1], -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        error = (chances - target) / len(inputs)
        gradients = []
        for layer in reversed(range(len(self.weights) // 2)):
            gradients += [error.sum(axis=0), found[layer].T @ error]
            if layer > 0:
                error = error @ self.weights[2 * layer].T * (found[layer] > 0)
        self.change(gradients[::-1], step)

    def change(self, gradients, step):
        rate = 0.002 * (1 - step / STEPS)
        for place, gradient in enumerate(gradients):
            self.means[place] += 0.1 * (gradient - self.means[place])
            self.squares[place] += 0.001 * (gradient**2 - self.squares[place])
            mean = self.means[place] / (1 - 0.9 ** (step + 1))
            square = self.squares[place] / (1 - 0.999 ** (step + 1))
            self.weights[place] -= rate * mean / (np.sqrt(square) + 1e-8)


def measure_policy(game, test, network):
    """Returns the shares of positions in which a move is a best one, and keeps the outcome. Without
    a network each legal move is as likely as another.
    """
    best = kept = total = 0.0
    for first in range(0, len(test.black), TOGETHER):
        part = teeko.samples.Samples(*(column[first : first + TOGETHER] for column in test))
        values = game.move_values(part.black, part.red, part.turn)
        legal = values != teeko.IMPOSSIBLE
        is_best = game.policy(part.black, part.red, part.turn) > 0
        keeps = legal & (np.sign(values) == part.wdl[:, np.newaxis])
        if network is None:
            chances = legal / np.maximum(legal.sum(axis=1, keepdims=True), 1)
        else:
            chances = chosen_moves(network, planes(game, part), legal)
        # Some positions have no move.
        best += (chances * is_best).sum()
        kept += (chances * keeps).sum()
        total += legal.any(axis=1).sum()
    return best / total, kept / total


def chosen_moves(network, inputs, legal):
    """Returns 1 for the move that a network chooses, 0 for all others."""
    scores = np.where(legal, network.scores(inputs), -np.inf)
    return np.eye(legal.shape[1], dtype=np.float32)[scores.argmax(axis=1)]


def percent(share):
    return f"{100 * share:.1f} %"


def report(name, value, started=None):
    """Prints a figure, and what it took since a model began to learn."""
    took = "" if started is None else f"  {time.monotonic() - started:.0f} s"
    print(f"{name:36} {value:>9}{took}", flush=True)


def report_policy(name, best, kept, started=None):
    report(f"best, {name}", percent(best))
    report(f"kept, {name}", percent(kept), started)


if __name__ == "__main__":
    main()
