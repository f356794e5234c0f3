"""Checks JSON values against the schemas of the document. Knows the keywords that requests use."""

import re

MAX_BODY = 256 * 1024
UNSIGNED = re.compile(r"-?[0-9]+")


class Invalid(Exception):
    """A rejected request: a message, and one error for each field where the operation reports them."""

    def __init__(self, message, errors=None):
        super().__init__(message)
        self.body = {"message": message} if errors is None else {"message": message, "errors": errors}


class Validator:
    def __init__(self, document):
        self.schemas = document["components"]["schemas"]
        self.parameters = document["components"].get("parameters", {})

    def resolve(self, schema):
        if "$ref" not in schema:
            return schema
        target = self.resolve(self.schemas[schema["$ref"].rsplit("/", 1)[1]])
        own = {name: value for name, value in schema.items() if name != "$ref"}
        messages = {**target.get("x-messages", {}), **own.get("x-messages", {})}
        return {**target, **own, "x-messages": messages}

    def failures(self, schema, value, path=""):
        """Yields the failures of a value: its path, the reason, and the message that the document fixes."""
        schema = self.resolve(schema)
        fixed = schema.get("x-messages", {})
        reasons = schema.get("x-reasons", {})
        kind = schema.get("type")
        if kind == "object":
            if not isinstance(value, dict):
                yield path, "must be an object", None
                return
            properties = schema.get("properties", {})
            for name in schema.get("required", []):
                if name not in value:
                    yield f"{path}.{name}", "is required", self.required(properties, name)
            for name, inner in properties.items():
                if name in value:
                    yield from self.failures(inner, value[name], f"{path}.{name}")
            yield from self.conditional(schema, value, path)
        elif kind == "array":
            if not isinstance(value, list):
                yield path, "must be an array", None
            elif len(value) < schema.get("minItems", 0):
                yield path, "must not be empty", None
            elif len(value) > schema.get("maxItems", len(value)):
                yield path, f"must have at most {schema['maxItems']} items", None
            else:
                for index, item in enumerate(value):
                    yield from self.failures(schema["items"], item, f"{path}[{index}]")
        elif kind == "boolean" and not isinstance(value, bool):
            yield path, "must be a boolean", None
        elif kind == "integer":
            number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not number or value != int(value):
                yield path, "must be an integer", None
            elif value < schema.get("minimum", value):
                yield path, f"must be at least {schema['minimum']}", fixed.get("minimum")
            elif value > schema.get("maximum", value):
                yield path, f"must be at most {schema['maximum']}", fixed.get("maximum")
        elif kind == "string":
            yield from self.text(schema, value, path, fixed, reasons)

    def text(self, schema, value, path, fixed, reasons):
        if not isinstance(value, str):
            yield path, "must be a string", None
        elif any("\ud800" <= letter <= "\udfff" for letter in value):
            yield path, "must not contain lone surrogates", None
        elif "enum" in schema and value not in schema["enum"]:
            yield path, f"must be one of {', '.join(schema['enum'])}", None
        elif len(value) < schema.get("minLength", 0):
            yield path, "must not be empty", fixed.get("minLength")
        elif len(value) > schema.get("maxLength", len(value)):
            yield path, f"must have at most {schema['maxLength']} characters", None
        elif "pattern" in schema and not re.search(re.sub(r"\$$", r"\\Z", schema["pattern"]), value):
            yield path, reasons.get("pattern", "is not valid"), fixed.get("pattern")

    def required(self, properties, name):
        return self.resolve(properties.get(name, {})).get("x-messages", {}).get("required")

    def conditional(self, schema, value, path):
        condition, then = schema.get("if"), schema.get("then")
        if not condition or not self.holds(condition, value):
            return
        for name in then.get("required", []):
            if name not in value:
                yield f"{path}.{name}", "is required", self.required(then.get("properties", {}), name)
        for name, inner in then.get("properties", {}).items():
            if value.get(name) == "" and inner.get("minLength"):
                yield f"{path}.{name}", "must not be empty", None

    def holds(self, condition, value):
        for name, inner in condition.get("properties", {}).items():
            if name not in value:
                return False
            if "const" in inner and value[name] is not inner["const"]:
                return False
            if "not" in inner and value[name] in inner["not"]["enum"]:
                return False
        return True

    def body(self, schema, value, kind):
        """Raises the failures of a body, in the form that its operation has for them."""
        found = [(path.removeprefix(".") or "body", *rest) for path, *rest in self.failures(schema, value)]
        fixed = [message for _, _, message in found if message]
        plain = [f"{path}: {reason}" for path, reason, message in found if not message]
        early = [message for path, _, message in found if message and path in ("campaignId", "url")]
        if early or (fixed and not plain):
            raise Invalid((early or fixed)[0])
        if plain and kind == "errors":
            raise Invalid("Invalid request body", plain)
        if plain:
            raise Invalid("; ".join(plain))

    def query(self, parameters, given):
        """Returns the values of the query, by name. `given` has a list of texts for each name."""
        values = {}
        for parameter in parameters:
            if "$ref" in parameter:
                parameter = self.parameters[parameter["$ref"].rsplit("/", 1)[1]]
            if parameter["in"] != "query":
                continue
            name, schema = parameter["name"], self.resolve(parameter["schema"])
            texts = given.get(name, [])
            if not texts:
                if parameter.get("required"):
                    raise Invalid(schema.get("x-messages", {}).get("required", f"{name}: is required"))
                values[name] = schema.get("default")
                continue
            if schema["type"] == "array":
                value = texts
            elif len(texts) > 1:
                raise Invalid(f"{name}: must be given once")
            elif schema["type"] == "integer":
                if not UNSIGNED.fullmatch(texts[0]):
                    raise Invalid(f"{name}: must be a whole number in decimal digits")
                value = int(texts[0])
            else:
                value = texts[0]
            for _, reason, message in self.failures(schema, value):
                raise Invalid(message or f"{name}: {reason}")
            values[name] = value
        return values
