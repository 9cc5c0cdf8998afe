"""Use values of the library as fields of Pydantic models and in FastAPI bodies.

    SeatAction = Annotated[tm.SeatAction, DocumentOf(tm.SeatAction)]

reads documents with the checks of `codec.from_data`, writes them with `codec.to_data`, and
describes them with the schema of `codec.schema`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import attrs
from annotated_types import GroupedMetadata
from pydantic import PlainSerializer, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

import themind as tm
from themind import codec


@dataclass(frozen=True)
class DocumentOf(GroupedMetadata):
    """In `Annotated`, make Pydantic read and write the type as a document of this kind."""

    kind: Any

    def __iter__(self) -> Iterator[object]:
        yield PlainValidator(partial(read, self.kind))
        yield PlainSerializer(codec.to_data)
        yield WithJsonSchema(codec.schema(self.kind, inline=True))


def read(kind: Any, value: object) -> object:
    """Return the value of a document, or a value that your code passes to a model."""
    try:
        if isinstance(value, tuple) or attrs.has(type(value)):
            value = codec.to_data(value)  # type: ignore[call-overload]
        return codec.from_data(value, kind)
    except tm.InvalidDocument as error:
        path, reason = error.path, error.reason
    except (TypeError, tm.InvalidArgument) as error:  # a value without a document
        path, reason = "$", str(error)
    raise PydanticCustomError(
        "invalid_document", "{path}: {reason}", {"path": path, "reason": reason}
    )


Illegality = Annotated[tm.Illegality, DocumentOf(tm.Illegality)]
SeatAction = Annotated[tm.SeatAction, DocumentOf(tm.SeatAction)]
SeatEvents = Annotated[tuple[tm.SeatEvent, ...], DocumentOf(tuple[tm.SeatEvent, ...])]
SeatView = Annotated[tm.SeatView, DocumentOf(tm.SeatView)]
