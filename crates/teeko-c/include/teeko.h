// Every variant of John Scarne's board game Teeko, solved.
//
//   cc program.c -lteeko_c -lpthread -lm -ldl
//
// Texts are UTF-8 and end with a zero byte. Games may be asked by several threads at once. What a function says went wrong
// is a text for a person; where `error` is NULL nothing is said.

#ifndef TEEKO_H
#define TEEKO_H

#include <stdint.h>

// What `teeko_probe` gives for a game that is over.
#define TEEKO_OVER 32767

// What `teeko_probe` gives for what is no position of the rules, and for all positions of games with numbered pieces, which circles
// alone do not describe.
#define TEEKO_IMPOSSIBLE -32768

// What `teeko_probe` gives where a table cannot be read; `teeko_query` says why.
#define TEEKO_FAILED -32767

// A game: rules, and what each of their positions is worth.
typedef struct TeekoGame TeekoGame;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Solves a variant, such as `44-ssss`, `advanced` or `58-sppp+no-centre+4x4`, in memory and on all cores: in some tenths of a second
// on the standard board. NULL if that cannot be, with the reason in `*error`, which is for `teeko_free_text`.
//
// # Safety
// `variant` is a text that ends with a zero byte; `error` is NULL or a place for a pointer.
TeekoGame *teeko_solve(const char *variant,
                       char **error);

// Opens the tables of a variant in a folder, as `teeko solve` writes them. NULL if there are no sound ones, with the reason in
// `*error`, which is for `teeko_free_text`.
//
// # Safety
// `variant` and `folder` are texts that end with a zero byte; `error` is NULL or a place for a pointer.
TeekoGame *teeko_open(const char *variant,
                      const char *folder,
                      char **error);

// Gives a game back. NULL is allowed.
//
// # Safety
// `game` comes from `teeko_solve` or `teeko_open`, and nobody asks it any more.
void teeko_free(TeekoGame *game);

// What a position is worth to the side to move, in plies: above 0 it wins in so many, below 0 it loses, 0 is a draw. `TEEKO_OVER`,
// `TEEKO_IMPOSSIBLE` or `TEEKO_FAILED` where there is no such value.
//
// Circles are bits, the lowest that of circle 1, the top left one; `turn` is 0 for Black and 1 for Red.
//
// # Safety
// `game` is NULL or comes from `teeko_solve` or `teeko_open`.
int32_t teeko_probe(const TeekoGame *game,
                    uint64_t black,
                    uint64_t red,
                    uint8_t turn);

// The answer to a question as JSON, as the program prints it with `--json`: `position?moves=13+12`, `line?position=b:13+r:+r`,
// `review?game=13+12+18`, `choice?moves=13&strength=3`, `puzzles?dtw=5&limit=3`, `rules`; an empty text asks for the counts of the game.
// It is for `teeko_free_text`. NULL if there is no answer, with the reason in `*error`, which is for `teeko_free_text`, too.
//
// # Safety
// `game` is NULL or comes from `teeko_solve` or `teeko_open`; `question` is a text that ends with a zero byte; `error` is NULL or a
// place for a pointer.
char *teeko_query(const TeekoGame *game,
                  const char *question,
                  char **error);

// Gives a text back. NULL is allowed.
//
// # Safety
// `text` comes from here.
void teeko_free_text(char *text);

// The version, such as `0.1.0`. It is always there and for nobody to free.
const char *teeko_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TEEKO_H */
