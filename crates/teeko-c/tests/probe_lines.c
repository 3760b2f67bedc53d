/* Reads a variant, then lines of black, red and turn as numbers; prints the value of each position. */
#include <inttypes.h>
#include <stdio.h>

#include "teeko.h"

int main(int count, char **arguments) {
  char *error = NULL;
  TeekoGame *game = teeko_solve(count > 1 ? arguments[1] : NULL, &error);
  if (game == NULL) {
    puts(error);
    teeko_free_text(error);
    return 1;
  }
  uint64_t black, red;
  unsigned turn;
  while (scanf("%" SCNu64 " %" SCNu64 " %u", &black, &red, &turn) == 3) printf("%" PRId32 "\n", teeko_probe(game, black, red, (uint8_t)turn));
  teeko_free(game);
  return 0;
}
