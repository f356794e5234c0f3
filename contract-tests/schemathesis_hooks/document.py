"""The published document, and the check that it is what is tested."""

import hashlib
import json

import jsonschema_rs
import schemathesis

from .environment import DOCUMENT


def hash_of(document):
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def check_patterns(node):
    """Raises on a pattern that Schemathesis would silently drop."""
    if isinstance(node, dict):
        if isinstance(node.get("pattern"), str):
            jsonschema_rs.Draft202012Validator({"pattern": node["pattern"]})
        node = list(node.values())
    if isinstance(node, list):
        for value in node:
            check_patterns(value)


with open(DOCUMENT, encoding="utf-8") as file:
    PUBLISHED = json.load(file)

check_patterns(PUBLISHED)


@schemathesis.hook
def after_load_schema(ctx, schema):
    """Fails if another document than the published one would be tested. Later, Schemathesis adds links to its copy."""
    tested, published = hash_of(schema.raw_schema), hash_of(PUBLISHED)
    assert tested == published, f"the loaded document has the hash {tested}, the published one {published}"


@schemathesis.deserializer("text/html")
def read_plain_text(ctx, response):
    # The 401 body is the only one that is not JSON (§1). This lets the built-in check validate it.
    return response.text
