/* Takes a variant and reads lines of black, red and turn as numbers; prints the value of each
   position. Checks that all of them at once have the same values, and that wrong calls are errors. */
#include <inttypes.h>
#include <stdio.h>

#include "teeko.h"

#define MOST 4096

/* Returns whether wrong calls have the right status, and leave the position unchanged. */
static int refuses(const TeekoGame *game) {
  char *error = NULL;
  uint64_t black = 0;
  TeekoPosition empty = {0, 0, 0}, impossible = {1, 1, 0}, no_side = {0, 0, 2};
  TeekoMove off = {0, 0};
  int good = teeko_probe_many(NULL, NULL, NULL, NULL, 0, NULL, &error) == TEEKO_STATUS_REQUEST && error != NULL;
  teeko_free_text(error);
  good &= teeko_probe_many(game, &black, NULL, NULL, 1, NULL, NULL) == TEEKO_STATUS_REQUEST;
  good &= teeko_status() == TEEKO_STATUS_REQUEST;
  good &= teeko_probe_many(game, NULL, NULL, NULL, 0, NULL, &error) == TEEKO_STATUS_OK && error == NULL;
  good &= teeko_moves(game, NULL, NULL, 0, NULL, NULL) == -1 && teeko_status() == TEEKO_STATUS_REQUEST;
  good &= teeko_moves(game, &empty, NULL, 1, NULL, NULL) == -1 && teeko_status() == TEEKO_STATUS_REQUEST;
  good &= teeko_moves(game, &empty, NULL, 0, NULL, NULL) >= 16 && teeko_status() == TEEKO_STATUS_OK;
  good &= teeko_moves(game, &impossible, NULL, 0, NULL, NULL) == -1 && teeko_status() == TEEKO_STATUS_POSITION;
  good &= teeko_moves(game, &no_side, NULL, 0, NULL, NULL) == -1 && teeko_status() == TEEKO_STATUS_POSITION;
  good &= teeko_play(game, &empty, off, NULL, NULL) == TEEKO_STATUS_POSITION && empty.black == 0 && empty.turn == 0;
  good &= teeko_play(game, NULL, off, NULL, NULL) == TEEKO_STATUS_REQUEST;
  return good;
}

int main(int count, char **arguments) {
  char *error = NULL;
  TeekoGame *game = teeko_solve(count > 1 ? arguments[1] : NULL, &error);
  if (game == NULL) {
    puts(error);
    teeko_free_text(error);
    return 1;
  }
  if (!refuses(game)) return 4;
  static uint64_t black[MOST], red[MOST];
  static uint8_t turn[MOST];
  static int32_t values[MOST];
  size_t positions = 0;
  while (positions < MOST && scanf("%" SCNu64 " %" SCNu64 " %" SCNu8, &black[positions], &red[positions], &turn[positions]) == 3) ++positions;
  if (teeko_probe_many(game, black, red, turn, positions, values, &error) != TEEKO_STATUS_OK || error != NULL) return 2;
  for (size_t place = 0; place < positions; ++place) {
    if (teeko_probe(game, black[place], red[place], turn[place]) != values[place]) return 3;
    printf("%" PRId32 "\n", values[place]);
  }
  teeko_free(game);
  return 0;
}
