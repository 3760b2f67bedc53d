/* Plays a game of 4 x 4 Teeko perfectly against itself, then shows what errors look like. */
#include <stdio.h>
#include <string.h>

#include "teeko.h"

int main(void) {
  char *error = NULL;
  TeekoGame *game = teeko_solve("44-ssss+4x4", &error);
  if (game == NULL) {
    fprintf(stderr, "%s\n", error);
    teeko_free_text(error);
    return 1;
  }
  printf("teeko %s, header %s\n", teeko_version(), TEEKO_VERSION);

  /* The empty board: neither side has a piece, and Black is to move. */
  printf("value of the empty board: %d\n", teeko_probe(game, 0, 0, 0));
  /* Black has three in a row and is to move: 8-4 makes it four. */
  printf("one move before the end: %d\n", teeko_probe(game, 0x87, 0x9300, 0));
  printf("no position: %d\n", teeko_probe(game, 1, 1, 0) == TEEKO_IMPOSSIBLE);

  TeekoPosition position = {0, 0, 0};
  TeekoMove moves[TEEKO_MOST_MOVES];
  printf("moves: %d\n", teeko_moves(game, &position, moves, TEEKO_MOST_MOVES, NULL, &error));
  teeko_play(game, &position, moves[5], NULL, &error);
  printf("after a drop on %d: value %d for %s\n", moves[5].to,
         teeko_probe(game, position.black, position.red, position.turn), position.turn == 0 ? "Black" : "Red");

  char *answer = teeko_query(game, "choice?moves=6+11+7&strength=5", &error);
  printf("%s\n", answer);
  teeko_free_text(answer);

  if (teeko_play(game, &position, moves[5], NULL, &error) == TEEKO_STATUS_POSITION) {
    printf("%s\n", error);
    teeko_free_text(error);
  }
  if (teeko_query(game, "position?moves=6+6", &error) == NULL) {
    printf("%s\n", error);
    teeko_free_text(error);
  }
  teeko_free(game);

  if (teeko_solve("44-sssss", &error) == NULL && teeko_status() == TEEKO_STATUS_REQUEST) {
    printf("%s\n", error);
    teeko_free_text(error);
  }
  return 0;
}
