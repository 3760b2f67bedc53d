// Two perfect players play 58-ssss, which Black wins: an example in C++ 17.
#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "teeko.h"

struct Deleter {
  void operator()(TeekoGame *game) const { teeko_free(game); }
  void operator()(char *text) const { teeko_free_text(text); }
};
using Game = std::unique_ptr<TeekoGame, Deleter>;

// Throws the error of a call, if there is one.
static void check(char *error) {
  if (error == nullptr) return;
  const std::unique_ptr<char, Deleter> text(error);
  throw std::runtime_error(text.get());
}

static Game solve(const std::string &variant) {
  char *error;
  Game game(teeko_solve(variant.c_str(), &error));
  check(error);
  return game;
}

static std::vector<TeekoMove> moves(const Game &game, const TeekoPosition &position) {
  char *error;
  std::array<TeekoMove, TEEKO_MOST_MOVES> found;
  const int count = teeko_moves(game.get(), &position, found.data(), found.size(), nullptr, &error);
  check(error);
  return {found.begin(), found.begin() + count};
}

struct Played {
  TeekoPosition position;
  TeekoWinner winner;
};

static Played played(const Game &game, TeekoPosition position, TeekoMove move) {
  char *error;
  TeekoWinner winner;
  teeko_play(game.get(), &position, move, &winner, &error);
  check(error);
  return {position, winner};
}

static std::vector<int> values(const Game &game, const std::vector<Played> &choices) {
  std::vector<std::uint64_t> black, red;
  std::vector<std::uint8_t> turn;
  for (const auto &[position, winner] : choices) {
    black.push_back(position.black);
    red.push_back(position.red);
    turn.push_back(position.turn);
  }
  char *error;
  std::vector<std::int32_t> found(choices.size());
  teeko_probe_many(game.get(), black.data(), red.data(), turn.data(), found.size(), found.data(), &error);
  check(error);
  return {found.begin(), found.end()};
}

// How good a position is for the side that has just moved: wins, the fastest first, draws, losses.
static int worth(int value) {
  if (value == TEEKO_OVER) return 2000;
  return value < 0 ? 1000 + value : value > 0 ? value - 1000 : 0;
}

int main() try {
  const Game game = solve("58-ssss");
  TeekoPosition position{};
  TeekoWinner winner = TEEKO_WINNER_NONE;
  for (int ply = 0; ply < 30 && winner == TEEKO_WINNER_NONE; ++ply) {
    const auto choices = moves(game, position);
    if (choices.empty()) break;
    std::vector<Played> next;
    for (const auto &move : choices) next.push_back(played(game, position, move));
    const auto found = values(game, next);
    std::size_t best = 0;
    for (std::size_t place = 1; place < found.size(); ++place) {
      if (worth(found[place]) > worth(found[best])) best = place;
    }
    if (choices[best].from != 0) std::printf("%d-", choices[best].from);
    std::printf("%d ", choices[best].to);
    position = next[best].position;
    winner = next[best].winner;
  }
  const char *winners[] = {"neither side", "Black", "Red"};
  std::printf("\n%s wins\n", winners[winner]);
  played(game, TeekoPosition{}, TeekoMove{3, 4});
  return 1;
} catch (const std::exception &error) {
  std::printf("%s; status %d\n", error.what(), teeko_status());
}
