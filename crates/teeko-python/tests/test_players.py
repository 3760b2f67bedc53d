"""Players, matches, samples and the PettingZoo environment."""

import random
import re

import numpy as np
import pytest
import teeko
from pettingzoo.test import api_test
from teeko import matches
from teeko.actions import Actions
from teeko.matches import GridPlayer
from teeko.pettingzoo import Perfect, env


class TeekoBot:
    """A student's bot: it takes a win, stops one, and else moves by chance."""

    pieces = ["b", "r"]

    def __init__(self):
        self.board = [[" " for _ in range(5)] for _ in range(5)]
        self.my_piece = random.choice(self.pieces)
        self.opp = self.pieces[0] if self.my_piece == self.pieces[1] else self.pieces[1]

    def make_move(self, state):
        moves = self.moves(state, self.my_piece)
        for piece in (self.my_piece, self.opp):
            for move in moves:
                after = [row[:] for row in state]
                if len(move) > 1:
                    after[move[1][0]][move[1][1]] = " "
                after[move[0][0]][move[0][1]] = piece
                if self.game_value(after, piece):
                    return move
        return random.choice(moves)

    def moves(self, state, piece):
        cells = [(row, column) for row in range(5) for column in range(5)]
        free = [cell for cell in cells if state[cell[0]][cell[1]] == " "]
        if len(free) > 17:
            return [[cell] for cell in free]
        own = [cell for cell in cells if state[cell[0]][cell[1]] == piece]

        def is_step(source, to):
            return max(abs(to[0] - source[0]), abs(to[1] - source[1])) == 1

        return [[to, source] for source in own for to in free if is_step(source, to)]

    def game_value(self, state, piece):
        def full(cells):
            return all(
                0 <= row < 5 and 0 <= column < 5 and state[row][column] == piece
                for row, column in cells
            )

        for row in range(5):
            for column in range(5):
                if full([(row + down, column + right) for down in (0, 1) for right in (0, 1)]):
                    return True
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if full([(row + down * step, column + right * step) for step in range(4)]):
                        return True
        return False


def test_a_bot_never_beats_the_perfect_player(standard: teeko.Game) -> None:
    random.seed(1998)
    tally = matches.play_series(TeekoBot, GridPlayer(standard), 100, most_plies=60)
    assert tally.wins == 0 and tally.losses > 50 and tally.draws + tally.losses == 100
    assert {result.reason for result in tally.results} <= {"goal", "plies"}
    for result in tally.results:
        position = standard.start
        for move in result.moves:
            position = position.play(move)
        assert position == result.position


def test_the_second_course_has_its_own_rules() -> None:
    game = teeko.solve("teeko2")
    random.seed(2)
    result = matches.play(TeekoBot, GridPlayer(game), rules="teeko2", most_plies=40)
    assert result.winner in ("red", None)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (lambda: [(0, 0), (3, 3)], "1-16|drop"),
        (lambda: [(9, 9)], r"\(9, 9\)"),
        (lambda: None, "NoneType"),
        (lambda: [], "found 0 pairs"),
        (lambda: 1 / 0, "raised ZeroDivisionError"),
    ],
)
def test_who_breaks_the_rules_loses(small: teeko.Game, answer, reason: str) -> None:
    class Bad:
        def make_move(self, state):
            return answer()

    result = matches.play(Bad, GridPlayer(small), rules=small.rules)
    assert result.winner == "red" and result.moves == []
    assert re.search(reason, result.reason), result.reason


def test_games_in_which_the_opponent_points_are_refused(small: teeko.Game) -> None:
    with pytest.raises(teeko.InputError, match="chooses its own drops"):
        matches.play(GridPlayer(small), GridPlayer(small), rules="44-pppp+4x4")


def test_players_of_each_strength_play_legal_moves(small: teeko.Game) -> None:
    for strength in range(1, 6):
        player = teeko.Player(small, strength=strength, seed=strength)
        position = small.start
        for _ in range(12):
            if position.is_over:
                break
            move = player.choose(position)
            assert move in position.legal_moves
            position = position.play(move)
    with pytest.raises(teeko.InputError, match="strength 6: expected a number from 1, a beginner"):
        teeko.Player(small, strength=6).choose(small.start)


def test_the_perfect_player_keeps_what_it_has(advanced: teeko.Game) -> None:
    position, left = advanced.start, 13
    while not position.is_over:
        assert advanced.probe(position).dtw == left
        position = position.play(advanced.best(position, seed=left))
        left -= 1
    assert (position.winner, left) == ("black", 0)


def test_samples_are_what_they_say(small: teeko.Game) -> None:
    actions = Actions(small.rules)
    samples = list(teeko.dataset(small, 60, seed=5))
    for sample in samples:
        assert sample.outcome == small.probe(sample.position)
        for move in sample.best:
            # A best move keeps a draw, and brings any other end one ply closer.
            plies = abs(small.probe(sample.position.play(move)).plies)
            assert plies == max(abs(sample.outcome.plies) - 1, 0)
        assert sample.policy.shape == (actions.number,) and np.isclose(sample.policy.sum(), 1)
        assert (actions.mask(sample.position)[sample.policy > 0] == 1).all()
    again = teeko.dataset(small, 60, seed=5)
    assert [sample.position for sample in samples] == [sample.position for sample in again]
    assert {sample.position.layer for sample in samples} == set(range(9))
    with pytest.raises(teeko.InputError, match="from 0 to 8"):
        next(teeko.dataset(small, 1, layers=[9]))


@pytest.mark.parametrize("variant", ["44-ssss", "58-sppp", "44-ssss+4x4"])
def test_actions_are_numbers_of_moves(variant: str) -> None:
    rules = teeko.rules(variant)
    actions = Actions(rules)
    for action in range(actions.number):
        assert actions.of(actions.move(action)) == action
    assert actions.mask(rules.start).sum() == len(rules.start.legal_moves)


@pytest.mark.parametrize("variant", ["44-ssss", "44-pppp+4x4", "58-sppp+no-centre"])
def test_the_environment_keeps_the_contract(variant: str) -> None:
    api_test(env(variant), num_cycles=300)


def test_perfect_policies_draw(small: teeko.Game) -> None:
    environment, policy = env(small.rules, most_plies=30), Perfect(small)
    environment.reset(seed=3)
    rewards = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        _, reward, termination, truncation, _ = environment.last()
        rewards[agent] += reward
        environment.step(None if termination or truncation else policy(environment))
    assert rewards == {"black": 0, "red": 0}


def test_the_winner_is_rewarded(small: teeko.Game) -> None:
    environment = env(small.rules)
    environment.reset()
    actions = Actions(small.rules)
    rewards = {}
    for move in ["1", "9", "2", "10", "3", "11", "4"]:
        environment.step(actions.of(teeko.Move(move, 4, 4)))
    for agent in environment.agent_iter():
        _, reward, termination, _, _ = environment.last()
        assert termination
        rewards[agent] = reward
        environment.step(None)
    assert rewards == {"black": 1, "red": -1}
