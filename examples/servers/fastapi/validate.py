"""Checks requests against the schemas of the OpenAPI document."""

import json
import re
import sys

from jsonschema import Draft202012Validator, ValidationError, validators

with open(sys.argv[1]) as file:
    document = json.load(file)


class Rejected(Exception):
    """A rejected request: its status code, and the body of the response."""

    def __init__(self, message, errors=None, status=400):
        super().__init__(message)
        self.status = status
        self.body = {"message": message, "errors": errors} if errors else {"message": message}


def inlined(node):
    """Replaces each `$ref` with its target. Keywords beside a `$ref` have precedence."""
    if isinstance(node, list):
        return [inlined(each) for each in node]
    if not isinstance(node, dict):
        return node
    own = {name: inlined(each) for name, each in node.items() if name != "$ref"}
    if isinstance(own.get("pattern"), str):
        # Python's $ also matches before a final line break.
        own["pattern"] = re.sub(r"\$$", r"\\Z", own["pattern"])
    if "$ref" not in node:
        return own
    _, components, kind, name = node["$ref"].split("/")
    target = inlined(document[components][kind][name])
    return target | own | {"x-messages": target.get("x-messages", {}) | own.get("x-messages", {})}


def is_text(checker, value):
    return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


def required(validator, names, value, schema):
    for name in names:
        if isinstance(value, dict) and name not in value:
            yield ValidationError("is required", path=[name])


types = Draft202012Validator.TYPE_CHECKER.redefine("string", is_text)
Checker = validators.extend(Draft202012Validator, {"required": required}, type_checker=types)


def check(schema, value, name=None, has_errors=False):
    """Raises `Rejected` unless a value keeps a schema. `name` replaces the paths of fields."""
    reasons, last = {}, None
    for error in Checker(schema).iter_errors(value):
        steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path)
        path = name or "".join(steps).lstrip(".") or "body"
        field, reason = error.schema, f"must satisfy {error.validator} {error.validator_value}"
        if error.validator == "required":
            field, reason = field.get("properties", {}).get(error.path[-1], {}), error.message
        fixed = field.get("x-messages", {}).get(error.validator)
        if fixed and "then" not in error.absolute_schema_path:
            raise Rejected(fixed)
        if fixed:
            last = fixed
        else:
            reasons.setdefault(path, f"{path}: {field.get('x-reasons', {}).get(error.validator, reason)}")
    if reasons and has_errors:
        raise Rejected("Invalid request body", list(reasons.values()))
    if reasons or last:
        raise Rejected("; ".join(reasons.values()) or last)


def read_parameters(parameters, given):
    """Returns the values of parameters. `given` has a list of texts for each name."""
    values = {}
    for parameter in parameters:
        name, schema, texts = parameter["name"], parameter["schema"], given.get(parameter["name"], [])
        if not texts:
            if parameter.get("required"):
                raise Rejected(schema["x-messages"]["required"])
            values[name] = schema.get("default")
            continue
        if schema["type"] != "array" and len(texts) > 1:
            raise Rejected(f"{name}: must be given once")
        values[name] = texts if schema["type"] == "array" else texts[0]
        if schema["type"] == "integer":
            if not re.fullmatch("-?[0-9]+", texts[0]):
                raise Rejected(f"{name}: must be a whole number in decimal digits")
            values[name] = int(texts[0])
        check(schema, values[name], name)
    return values


def read_body(raw, content_type, declared):
    """Returns the JSON object of a request body."""
    has_errors = declared["x-invalid-body"] == "errors"
    try:
        if content_type.split(";")[0].strip().lower() != "application/json":
            raise ValueError("must be sent as application/json")
        if len(raw) > 256 * 1024:
            raise ValueError("must have at most 256 KiB")
        # NaN and Infinity are no JSON, and int rejects them.
        body = json.loads(raw.decode(), parse_constant=int)
    except (ValueError, RecursionError) as error:
        reason = f"body: {error}"
        raise (Rejected("Invalid request body", [reason]) if has_errors else Rejected(reason)) from None
    check(declared["content"]["application/json"]["schema"], body, has_errors=has_errors)
    return body
