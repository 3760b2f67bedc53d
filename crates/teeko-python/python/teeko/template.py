"""A bot for courses, to start from.

Copy this file, rename nothing, and improve :meth:`TeekoPlayer.make_move`. It needs no other
package, so it runs wherever the course's own program does.

>>> from teeko.matches import play_series
>>> tally = play_series(TeekoPlayer, TeekoPlayer, games=2, rules="44-ssss", seed=1)
>>> tally.wins + tally.draws + tally.losses
2
"""

import random

#: The number of rows and columns of the board.
ROWS, COLUMNS = 5, 5

#: The shapes that win, wherever they fit on the board: o is a piece of the side, _ an empty circle,
#: and on the others anything may be.
SHAPES = [
    ["...o", "..o.", ".o..", "o..."],
    ["o", "o", "o", "o"],
    ["o...", ".o..", "..o.", "...o"],
    ["oo", "oo"],
    ["oooo"],
]


class TeekoPlayer:
    """A bot that wins if it can, stops the opponent if it must, and else moves at random."""

    pieces = ["b", "r"]

    def __init__(self):
        self.board = [[" "] * COLUMNS for _ in range(ROWS)]
        # The match sets these two before the first move.
        self.my_piece = random.choice(self.pieces)
        self.opp = self.pieces[1 - self.pieces.index(self.my_piece)]

    def make_move(self, state):
        """Returns [(row, column)] for a drop, [(row, column), (source_row, source_column)] else."""
        moves = self.legal_moves(state, self.my_piece)
        for move in moves:
            if self.game_value(self.after(state, move, self.my_piece)) == 1:
                return move
        # A piece on the circle with which the opponent wins stops that.
        winning = [
            move[0]
            for move in self.legal_moves(state, self.opp)
            if self.game_value(self.after(state, move, self.opp)) == -1
        ]
        stops = [move for move in moves if move[0] in winning]
        return random.choice(stops or moves)

    def opponent_move(self, move):
        """Takes note of the opponent's move."""
        self.place_piece(move, self.opp)

    def place_piece(self, move, piece):
        """Plays a move on the board that the bot remembers."""
        self.board = self.after(self.board, move, piece)

    def legal_moves(self, state, piece):
        """Returns all moves of a side."""
        cells = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
        empty = [cell for cell in cells if state[cell[0]][cell[1]] == " "]
        if len(empty) > len(cells) - 8:
            return [[cell] for cell in empty]
        own = [cell for cell in cells if state[cell[0]][cell[1]] == piece]
        return [
            [to, source]
            for source in own
            for to in empty
            if max(abs(to[0] - source[0]), abs(to[1] - source[1])) == 1
        ]

    def after(self, state, move, piece):
        """Returns the board after a move."""
        board = [list(row) for row in state]
        if len(move) > 1:
            board[move[1][0]][move[1][1]] = " "
        board[move[0][0]][move[0][1]] = piece
        return board

    def game_value(self, state):
        """Returns 1 if this bot has won, -1 if its opponent has, and 0 otherwise."""
        for shape in SHAPES:
            for row in range(ROWS - len(shape) + 1):
                for column in range(COLUMNS - len(shape[0]) + 1):
                    if self.found(state, shape, "_", row, column) <= {" "}:
                        pieces = self.found(state, shape, "o", row, column)
                        if pieces == {self.my_piece}:
                            return 1
                        if pieces == {self.opp}:
                            return -1
        return 0

    def found(self, state, shape, sign, row, column):
        """Returns what is on the cells with a sign of a shape that begins at a row and a column."""
        return {
            state[row + down][column + right]
            for down, line in enumerate(shape)
            for right, cell in enumerate(line)
            if cell == sign
        }
