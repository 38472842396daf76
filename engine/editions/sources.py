"""Reading the text of edition files into plain data: no duplicate keys, no floats, no surprises of YAML.

Plain data here means text, whole numbers, yes/no, null, lists, and mappings with text keys. Fractions become text
("1/2"), since nothing in the engine computes with floats; number keys (die rolls) become text.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import yaml

from hexledger.engine.editions.edition import EditionError

_LARGEST = 2**53


class _DuplicateKey(ValueError):
    pass


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Safe YAML that refuses a key written twice in one mapping, which plain YAML would overwrite silently."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: dict[Any, int] = {}
        for key_node, _ in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a key must be a single word", key_node.start_mark)
            line = key_node.start_mark.line + 1
            if key_node.value in seen:
                first = seen[key_node.value]
                raise _DuplicateKey(f"the key {key_node.value!r} stands twice, in lines {first} and {line}")
            seen[key_node.value] = line
        result: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        return result


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _DuplicateKey(f"the key {twice!r} stands twice in one object")
    return result


def read_json(file: str, content: bytes) -> Any:
    """The data of a JSON file. EditionError with line and column when it is not JSON, or with a key given twice."""
    try:
        return json.loads(content.decode("utf-8"), object_pairs_hook=_unique)
    except UnicodeDecodeError as error:
        raise EditionError(file, f"byte {error.start}", "is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise EditionError(file, where, f"is not JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise EditionError(file, "", str(error)) from None


def read_yaml(file: str, content: bytes) -> Any:
    """The data of a YAML file as YAML gives it. EditionError with the line when it is not YAML."""
    try:
        return yaml.load(content.decode("utf-8"), Loader=_Loader)  # a SafeLoader
    except UnicodeDecodeError as error:
        raise EditionError(file, f"byte {error.start}", "is not UTF-8 text") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise EditionError(file, where, f"is not YAML: {error.problem or error.context}") from None
    except yaml.YAMLError as error:
        raise EditionError(file, "", f"is not YAML: {str(error).splitlines()[0]}") from None
    except _DuplicateKey as error:
        raise EditionError(file, "", str(error)) from None
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        # a tag such as !!bool or !!timestamp before what is none
        raise EditionError(file, "", f"is not YAML: {error}") from None


def plain(file: str, value: Any, where: str = "") -> Any:
    """The value as plain data (see the module docstring). EditionError names anything that has no place there."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, int):
        if abs(value) >= _LARGEST:
            raise EditionError(file, where, "number too large", value)
        return value
    if isinstance(value, float):
        return fraction(file, value, where)
    if isinstance(value, list):
        return [plain(file, item, f"{where}[{number}]") for number, item in enumerate(value)]
    if isinstance(value, dict):
        result: dict[str, Any] = {}
        for key, item in value.items():
            at = f"{where}.{key}" if where else str(key)
            if isinstance(key, bool) or not isinstance(key, str | int):
                raise EditionError(file, at, "a key must be text or a whole number; put quotes around it", key)
            if str(key) in result:
                raise EditionError(file, at, "the key stands twice, as text and as number", key)
            result[str(key)] = plain(file, item, at)
        return result
    raise EditionError(file, where, "must be text, a whole number, yes/no, a list or a mapping", value)


def fraction(file: str, value: float, where: str) -> int | str:
    """A decimal number without floats: 2.0 -> 2, 0.5 -> "1/2", 1.25 -> "5/4". Multiples of one quarter only."""
    scaled = value * 4
    if not abs(scaled) < _LARGEST or not scaled.is_integer():  # "not <" is true for nan as well
        raise EditionError(file, where, "must be a whole number or a multiple of one quarter", value)
    top, bottom = int(scaled), 4
    while bottom > 1 and top % 2 == 0:
        top, bottom = top // 2, bottom // 2
    return f"{top}/{bottom}" if bottom > 1 else top


def fingerprint(contents: dict[str, Any]) -> str:
    """sha256 (hex) over the data of all files in name order, independent of comments, layout and key order."""
    digest = sha256()
    for name in sorted(contents):
        text = json.dumps(contents[name], sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        digest.update(f"{name}\n{len(text)}\n{text}\n".encode("ascii"))
    return digest.hexdigest()
