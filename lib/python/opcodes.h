/* The opcodes of pickles that pickle.c writes and reader.c reads: protocol 4, as
 * Python's Lib/pickletools.py documents it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_PYTHON_OPCODES_H
#define DDDS_PYTHON_OPCODES_H

enum ddds_opcode {
    MARK = '(',
    EMPTY_TUPLE = ')',
    STOP = '.',
    POP = '0',
    DUP = '2',
    BINBYTES = 'B',
    BININT = 'J',
    BININT1 = 'K',
    BININT2 = 'M',
    NONE = 'N',
    BINPERSID = 'Q',
    REDUCE = 'R',
    BINUNICODE = 'X',
    BINGET = 'h',
    LONG_BINGET = 'j',
    LIST = 'l',
    TUPLE = 't',
    PROTO = 0x80,
    NEWOBJ = 0x81,
    TUPLE1 = 0x85,
    TUPLE3 = 0x87,
    NEWTRUE = 0x88,
    NEWFALSE = 0x89,
    LONG1 = 0x8a,
    SHORT_BINUNICODE = 0x8c,
    MEMOIZE = 0x94,
    FRAME = 0x95
};

#endif
