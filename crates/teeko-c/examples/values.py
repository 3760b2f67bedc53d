"""Prints values from Python through ctypes, without the package `teeko`.

    cargo build --release -p teeko-c
    python3 crates/teeko-c/examples/values.py target/release/libteeko_c.so
"""

import ctypes
import sys
from ctypes import POINTER, byref, c_char_p, c_int, c_int32, c_size_t, c_uint8, c_uint64, c_void_p

teeko = ctypes.CDLL(sys.argv[1])
# Texts of the library are void pointers here, since ctypes would copy them and lose the address.
teeko.teeko_solve.argtypes = [c_char_p, POINTER(c_void_p)]
teeko.teeko_solve.restype = c_void_p
teeko.teeko_query.argtypes = [c_void_p, c_char_p, POINTER(c_void_p)]
teeko.teeko_query.restype = c_void_p
teeko.teeko_probe_many.argtypes = [
    c_void_p,
    POINTER(c_uint64),
    POINTER(c_uint64),
    POINTER(c_uint8),
    c_size_t,
    POINTER(c_int32),
    POINTER(c_void_p),
]
teeko.teeko_probe_many.restype = c_int
teeko.teeko_free_text.argtypes = [c_void_p]
teeko.teeko_free.argtypes = [c_void_p]


def taken(text):
    """Returns a text of the library and frees it there."""
    try:
        return ctypes.string_at(text).decode()
    finally:
        teeko.teeko_free_text(text)


def ask(function, *arguments):
    """Calls a function whose last parameter is `error`. Raises its error."""
    error = c_void_p()
    answer = function(*arguments, byref(error))
    if error:
        raise ValueError(taken(error))
    return answer


game = ask(teeko.teeko_solve, b"58-ssss+4x4")
positions = [(0, 0, 0), (0x87, 0x9300, 0), (1, 1, 0)]
black, red, turn = zip(*positions)
values = (c_int32 * len(positions))()
count = len(positions)
arrays = (c_uint64 * count)(*black), (c_uint64 * count)(*red), (c_uint8 * count)(*turn)
ask(teeko.teeko_probe_many, game, *arrays, count, values)
print(*values)
print(taken(ask(teeko.teeko_query, game, b"choice?moves=6+11+7")))
try:
    ask(teeko.teeko_query, game, b"position?moves=6+6")
except ValueError as error:
    print(error)
teeko.teeko_free(game)
