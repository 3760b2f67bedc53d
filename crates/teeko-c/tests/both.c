/* Uses the library and another one in Rust, which catches a panic. Succeeds if both work. */
#include <string.h>

#include "teeko.h"

int other_catches(void);

int main(void) {
  char *error = NULL;
  TeekoGame *game = teeko_solve("44-ssss+4x4", &error);
  const int works = error == NULL && other_catches() && teeko_probe(game, 0x87, 0x9300, 0) == 1;
  const int refuses = teeko_query(game, "nonsense", &error) == NULL && strstr(error, "nonsense") != NULL;
  teeko_free_text(error);
  teeko_free(game);
  return works && refuses ? 0 : 1;
}
