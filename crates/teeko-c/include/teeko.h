// Every variant of John Scarne's board game Teeko, solved.
//
//   cc program.c -lteeko_c -lpthread -lm -ldl
//
// Texts are UTF-8 and end with a zero byte. Several threads may use a game at once. Error messages
// are for people; if `error` is NULL, there is no message. After a success `*error` is NULL.

#ifndef TEEKO_H
#define TEEKO_H

#include <stddef.h>
#include <stdint.h>

// The version of this header; `teeko_version` returns that of the library.
#define TEEKO_VERSION "0.1.0"
#define TEEKO_VERSION_MAJOR 0
#define TEEKO_VERSION_MINOR 1
#define TEEKO_VERSION_PATCH 0

// What `teeko_probe` returns for a finished game.
#define TEEKO_OVER 32767

// What `teeko_probe` returns for an impossible position, and for every position of a game with
// numbered pieces, which circles alone do not describe.
#define TEEKO_IMPOSSIBLE -32768

// What `teeko_probe` returns if a table cannot be read; `teeko_query` gives the reason.
#define TEEKO_FAILED -32767

// No position has more moves than this.
#define TEEKO_MOST_MOVES 256

// The status of a call. The values are the exit codes of the program `teeko`.
typedef enum {
  // There is an answer.
  TEEKO_STATUS_OK = 0,
  // The request is wrong: a name, an option, a NULL, or something that these rules do not have.
  TEEKO_STATUS_REQUEST = 2,
  // A position, a move or a game is wrong.
  TEEKO_STATUS_POSITION = 3,
  // The tables do not exist.
  TEEKO_STATUS_MISSING_TABLES = 4,
  // The tables are damaged, or of other rules.
  TEEKO_STATUS_DAMAGED = 5,
  // Files, memory or threads are not available.
  TEEKO_STATUS_RESOURCES = 6,
  // The library has a fault. Please report it.
  TEEKO_STATUS_FAULT = 101,
} TeekoStatus;

// Who has won.
typedef enum {
  // Neither side. If the side to move has no move, the game is a draw.
  TEEKO_WINNER_NONE = 0,
  // Black has a goal.
  TEEKO_WINNER_BLACK = 1,
  // Red has a goal.
  TEEKO_WINNER_RED = 2,
} TeekoWinner;

// A game: rules, and the value of each of their positions.
typedef struct TeekoGame TeekoGame;

// A position. Circles are bits; the lowest is that of circle 1, at the top left.
typedef struct {
  // The circles of Black's pieces.
  uint64_t black;
  // The circles of Red's pieces.
  uint64_t red;
  // The side to move: 0 for Black, 1 for Red.
  uint8_t turn;
} TeekoPosition;

// A move. Circles are numbered from 1, row by row.
typedef struct {
  // The circle that a piece slides from; 0 for a drop.
  uint8_t from;
  // The circle that the piece slides to or is dropped on.
  uint8_t to;
} TeekoMove;

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

// Returns the answer to a question as JSON, as the program prints it with `--json`. Questions are
// `position?moves=13+12`, `line?position=b:13+r:+r`, `review?game=13+12+18`,
// `choice?moves=13&strength=3`, `puzzles?dtw=5&limit=3` or `rules`; an empty text asks for the
// counts of the game. If there is no answer, returns NULL and puts the reason in `*error`. Free
// the answer and the reason with `teeko_free_text`. A certificate is a file, not JSON; the program
// writes it.
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

// Returns how this thread's last call of a function with the parameter `error` ended.
TeekoStatus teeko_status(void);

// Returns the value of a position for the side to move: a positive number is a win in that many
// plies, a negative one a loss, 0 a draw. In games for points the plies are a bound: the side that
// scores can force its points within them. Returns `TEEKO_OVER`, `TEEKO_IMPOSSIBLE` or
// `TEEKO_FAILED` if there is no such value.
//
// Circles are bits; the lowest is that of circle 1, at the top left. `turn` is 0 for Black and 1
// for Red.
//
// # Safety
// `game` is NULL or comes from `teeko_solve` or `teeko_open`.
int32_t teeko_probe(const TeekoGame *game, uint64_t black, uint64_t red, uint8_t turn);

// Puts into `values` what `teeko_probe` returns for each of `count` positions, but on all cores
// and faster. If a table cannot be read, returns another status than `TEEKO_STATUS_OK` and puts
// the reason in `*error`; free it with `teeko_free_text`.
//
// # Safety
// `game` is NULL or comes from `teeko_solve` or `teeko_open`. `black`, `red` and `turn` have
// `count` elements, and `values` points to writable memory for as many, apart from theirs; if
// `count` is 0, they may be NULL. `error` is NULL or points to writable memory for a pointer.
TeekoStatus teeko_probe_many(const TeekoGame *game,
                             const uint64_t *black,
                             const uint64_t *red,
                             const uint8_t *turn,
                             size_t count,
                             int32_t *values,
                             char **error);

// Writes the legal moves of a position to `moves`, in the order of their circles, but no more than
// `capacity`. Returns how many there are, at most `TEEKO_MOST_MOVES`; 0 if the game is finished or
// the side to move has no slide, which is a draw. Puts who has won in `*winner`, which may be
// NULL. On failure returns -1 and puts the reason in `*error`; free it with `teeko_free_text`.
//
// # Safety
// `game` is NULL or comes from `teeko_solve` or `teeko_open`. `position` is NULL or points to a
// position, `moves` to writable memory for `capacity` moves; if that is 0, it may be NULL.
// `winner` is NULL or points to writable memory for a winner, `error` for a pointer.
int32_t teeko_moves(const TeekoGame *game,
                    const TeekoPosition *position,
                    TeekoMove *moves,
                    size_t capacity,
                    TeekoWinner *winner,
                    char **error);

// Plays a move: `*position` becomes the position after it. Puts who has won then in `*winner`,
// which may be NULL. If the move is not legal, `*position` and `*winner` stay as they are, the
// status is `TEEKO_STATUS_POSITION`, and `*error` gets the reason; free it with `teeko_free_text`.
//
// # Safety
// `game` is NULL or comes from `teeko_solve` or `teeko_open`. `position` is NULL or points to a
// writable position. `winner` is NULL or points to writable memory for a winner, `error` for a
// pointer.
TeekoStatus teeko_play(const TeekoGame *game,
                       TeekoPosition *position,
                       TeekoMove played,
                       TeekoWinner *winner,
                       char **error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TEEKO_H */
