"""A bot for courses, to start from.

Copy this file, rename nothing, and improve :meth:`TeekoPlayer.make_move`. It needs no other
package, so it runs wherever the course's own program does.

>>> from teeko.matches import play_series
>>> tally = play_series(TeekoPlayer, TeekoPlayer, games=2, seed=1)
>>> tally.wins + tally.draws + tally.losses
2
"""

import random


class TeekoPlayer:
    """A bot that wins if it can, stops the opponent if it must, and else moves at random."""

    pieces = ["b", "r"]

    def __init__(self):
        self.board = [[" "] * 5 for _ in range(5)]
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
        cells = [(row, column) for row in range(5) for column in range(5)]
        empty = [cell for cell in cells if state[cell[0]][cell[1]] == " "]
        if len(empty) > 25 - 8:
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
        steps = [(0, 1), (1, 0), (1, 1), (1, -1)]
        shapes = [[(down * n, right * n) for n in range(4)] for down, right in steps]
        shapes.append([(0, 0), (0, 1), (1, 0), (1, 1)])
        for row in range(5):
            for column in range(5):
                for shape in shapes:
                    cells = [(row + down, column + right) for down, right in shape]
                    if all(0 <= place < 5 for cell in cells for place in cell):
                        found = {state[cell[0]][cell[1]] for cell in cells}
                        if found == {self.my_piece}:
                            return 1
                        if found == {self.opp}:
                            return -1
        return 0
