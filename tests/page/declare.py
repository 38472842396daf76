"""Write `table.d.ts`: what the table's server is asked and answers, as the page's type checker reads it.

`python -m tests.page.declare` writes the file anew from the declared types of the server, those of `/openapi.json`; a
test compares it. Nothing of it reaches a page.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from hexledger.replays.viewer.table_openapi import described

FILE: Final = Path(__file__).parents[2] / "replays" / "viewer" / "assets" / "table.d.ts"
HEAD: Final = (
    "/** What the table's server is asked and answers; written by `python -m tests.page.declare`, not by hand. */"
)
PLAIN: Final = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def declared() -> str:
    """The whole file."""
    schemas = described()["components"]["schemas"]
    rows = [f"type {name} = {type_of(schema)};" for name, schema in sorted(schemas.items())]
    return "\n\n".join([HEAD, "declare namespace Wire {", *rows, "}"]) + "\n"


def type_of(schema: dict[str, Any]) -> str:
    """A JSON schema in TypeScript's words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(type_of(one) for one in schema["anyOf"])
    kind = schema.get("type")
    if kind == "object":
        return _object(schema)
    if kind == "array":
        return _array(schema)
    return PLAIN.get(str(kind), "any")


def _object(schema: dict[str, Any]) -> str:
    fields = schema.get("properties")
    if fields is None:
        more = schema.get("additionalProperties")
        return f"Record<string, {type_of(more) if isinstance(more, dict) else 'any'}>"
    needed = schema.get("required", ())
    lines = [f"  {name}{'' if name in needed else '?'}: {type_of(one)};" for name, one in fields.items()]
    return "\n".join(["{", *lines, "}"])


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(one) for one in schema['prefixItems'])}]"
    items = schema.get("items")
    inner = type_of(items) if isinstance(items, dict) else "any"
    return f"({inner})[]" if " " in inner and not inner.startswith("[") else f"{inner}[]"


if __name__ == "__main__":
    FILE.write_text(declared(), encoding="utf-8")
