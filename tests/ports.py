"""Ports of loopback that belong to one test.

A port that is found free, let go and used later may have a new owner by then:
the kernel gives it to whoever asks next. These ports stay bound, and the kernel
does not give them away.

SPDX-License-Identifier: MIT
"""
import socket


def hold(host="127.0.0.1"):
    """A socket whose port is reserved while it is open. Servers that set
    SO_REUSEADDR, as all over TCP do, can listen there; until one does,
    connections are refused."""
    own = socket.socket()
    own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    own.bind((host, 0))
    return own


def hold_closed_udp():
    """A socket whose port does not answer: it is connected to itself, so that the
    kernel tells all others that no server is there."""
    own = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    own.bind(("127.0.0.1", 0))
    own.connect(own.getsockname())
    return own


def number_of(own):
    """The port of a socket."""
    return own.getsockname()[1]
