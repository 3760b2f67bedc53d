// Every variant of John Scarne's board game Teeko, solved.
//
//   cc program.c -lteeko_c -lpthread -lm -ldl
//
// Texts are UTF-8 and end with a zero byte. Several threads may use a game at once. Error messages
// are for people; if `error` is NULL, there is no message.

#ifndef TEEKO_H
#define TEEKO_H

#include <stdint.h>

// What `teeko_probe` returns for a finished game.
#define TEEKO_OVER 32767

// What `teeko_probe` returns for an impossible position, and for every position of a game with
// numbered pieces, which circles alone do not describe.
#define TEEKO_IMPOSSIBLE -32768

// What `teeko_probe` returns if a table cannot be read; `teeko_query` gives the reason.
#define TEEKO_FAILED -32767

// A game: rules, and the value of each of their positions.
typedef struct TeekoGame TeekoGame;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Solves a variant, such as `44-ssss`, `advanced` or `58-sppp+no-centre+4x4`, in memory and on all
// cores. The standard board takes some tenths of a second. On failure returns NULL and puts the
// reason in `*error`; free it with `teeko_free_text`.
//
// # Safety
// `variant` is a text that ends with a zero byte; `error` is NULL or points to writable memory for
// a pointer.
TeekoGame *teeko_solve(const char *variant, char **error);

// Opens the tables of a variant in a folder, as `teeko solve` writes them. If there are no sound
// ones, returns NULL and puts the reason in `*error`; free it with `teeko_free_text`.
//
// # Safety
// `variant` and `folder` are texts that end with a zero byte; `error` is NULL or points to
// writable memory for a pointer.
TeekoGame *teeko_open(const char *variant, const char *folder, char **error);

// Frees a game. NULL is allowed.
//
// # Safety
// `game` comes from `teeko_solve` or `teeko_open`, and is not used afterwards or by another
// thread.
void teeko_free(TeekoGame *game);

// Returns the value of a position for the side to move: a positive number is a win in that many
// plies, a negative one a loss, 0 a draw. Returns `TEEKO_OVER`, `TEEKO_IMPOSSIBLE` or
// `TEEKO_FAILED` if there is no such value.
//
// Circles are bits; the lowest is that of circle 1, at the top left. `turn` is 0 for Black and 1
// for Red.
//
// # Safety
// `game` is NULL or comes from `teeko_solve` or `teeko_open`.
int32_t teeko_probe(const TeekoGame *game, uint64_t black, uint64_t red, uint8_t turn);

// Returns the answer to a question as JSON, as the program prints it with `--json`. Questions are
// `position?moves=13+12`, `line?position=b:13+r:+r`, `review?game=13+12+18`,
// `choice?moves=13&strength=3`, `puzzles?dtw=5&limit=3` or `rules`; an empty text asks for the
// counts of the game. If there is no answer, returns NULL and puts the reason in `*error`. Free
// the answer and the reason with `teeko_free_text`.
//
// # Safety
// `game` is NULL or comes from `teeko_solve` or `teeko_open`; `question` is a text that ends with
// a zero byte; `error` is NULL or points to writable memory for a pointer.
char *teeko_query(const TeekoGame *game, const char *question, char **error);

// Frees a text. NULL is allowed.
//
// # Safety
// `text` comes from this library, and is not used afterwards.
void teeko_free_text(char *text);

// Returns the version, such as `0.1.0`. The text is static; do not free it.
const char *teeko_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TEEKO_H */
