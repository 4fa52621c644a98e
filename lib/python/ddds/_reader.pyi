from typing import Any

def read(octets: Any, classes: tuple[Any, ...], inputs: list[Any] = ...,
         /) -> list[Any]: ...
