/* A game of Advanced Teeko: Black plays perfectly, Red plays the first legal move. */
#include <stdio.h>

#include "teeko.h"

/* How good a value is for the side that has just moved: wins, the fastest first, draws, losses. */
static int worth(int value) {
  if (value == TEEKO_OVER) return 2000;
  return value < 0 ? 1000 + value : value > 0 ? value - 1000 : 0;
}

/* Returns the best of the moves: the one after which the opponent's position is worst for them. */
static TeekoMove best(const TeekoGame *game, TeekoPosition position, const TeekoMove *moves, int count) {
  int chosen = 0;
  int most = -2000;
  for (int place = 0; place < count; ++place) {
    TeekoPosition next = position;
    if (teeko_play(game, &next, moves[place], NULL, NULL) != TEEKO_STATUS_OK) continue;
    const int found = worth(teeko_probe(game, next.black, next.red, next.turn));
    if (found > most) {
      most = found;
      chosen = place;
    }
  }
  return moves[chosen];
}

int main(void) {
  char *error = NULL;
  TeekoGame *game = teeko_solve("58-ssss", &error);
  TeekoPosition position = {0, 0, 0};
  TeekoMove moves[TEEKO_MOST_MOVES];
  TeekoWinner winner = TEEKO_WINNER_NONE;
  /* It needs no more than 13 plies. Two careful players may play forever. */
  for (int ply = 0; error == NULL && winner == TEEKO_WINNER_NONE && ply < 100; ++ply) {
    const int count = teeko_moves(game, &position, moves, TEEKO_MOST_MOVES, NULL, &error);
    if (count <= 0) break;
    const TeekoMove move = position.turn == 0 ? best(game, position, moves, count) : moves[0];
    if (move.from != 0) printf("%d-", move.from);
    printf("%d ", move.to);
    teeko_play(game, &position, move, &winner, &error);
  }
  printf("\n");
  teeko_free(game);
  if (error != NULL) {
    fprintf(stderr, "%s\n", error);
    teeko_free_text(error);
    return 1;
  }
  puts(winner == TEEKO_WINNER_BLACK ? "Black wins" : winner == TEEKO_WINNER_RED ? "Red wins" : "a draw");
  return 0;
}
