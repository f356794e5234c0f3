"""Checks that every declared link leads to a success."""

import requests
import schemathesis

from .account import ACCOUNT
from .cases import id_of, is_declared_method, operation_id
from .document import PUBLISHED
from .environment import KEY, SESSION, URL


@schemathesis.check
class every_link_succeeds:
    """Follows each declared link once, from the first response that has its values. The linked request must succeed.

    The stateful phase chooses links at random, and never chooses some of them.
    """

    def __init__(self):
        self.operations = {}
        self.followed = set()

    def after_response(self, ctx, response, case):
        if not self.operations:
            self.operations = {id_of(each.ok()): each.ok() for each in case.operation.schema.get_all_operations()}
        if not is_declared_method(case) or not 200 <= response.status_code < 300:
            return
        links = self.links_of(operation_id(case), str(response.status_code))
        # A deletion comes last, as the other links need what it deletes.
        for name, link in sorted(links, key=lambda each: self.operations[each[1]["operationId"]].method == "delete"):
            if (case.operation.label, name) not in self.followed:
                self.follow(name, link, response, case)

    def links_of(self, operation_id, status):
        """Lists the declared links to operations of this run."""
        source = self.operations[operation_id]
        declared = PUBLISHED["paths"][source.path][source.method]["responses"].get(status, {}).get("links", {})
        for name, link in declared.items():
            if "$ref" in link:
                link = PUBLISHED["components"]["links"][link["$ref"].rsplit("/", 1)[1]]
            if link["operationId"] in self.operations:
                yield name, link

    def follow(self, name, link, response, case):
        target = self.operations[link["operationId"]]
        bodies = {"$request.body": case.body, "$response.body": response.json()}
        try:
            parameters = {each: resolve(value, bodies) for each, value in link.get("parameters", {}).items()}
            body = resolve(link.get("requestBody"), bodies)
        except LookupError:
            # Such as an empty list. A later response has the values.
            return
        quoted = {each: requests.utils.quote(str(value), safe="") for each, value in parameters.items()}
        query = {each: value for each, value in parameters.items() if f"{{{each}}}" not in target.path}
        linked = SESSION.request(
            target.method,
            URL + target.path.format_map(quoted),
            params=query,
            json=body,
            headers={"Authorization": f"Bearer {KEY}"},
            timeout=10,
        )
        outcome = f"{linked.status_code}: {linked.text[:200]}"
        assert linked.ok, f"the link {name} of {case.operation.label} leads to {outcome}"
        self.followed.add((case.operation.label, name))
        if link["operationId"] == "deleteWebhook":
            ACCOUNT.deleted.add(parameters["id"])

    def after_run(self, ctx):
        declared = {
            (operation.label, name)
            for id, operation in self.operations.items()
            for status in PUBLISHED["paths"][operation.path][operation.method]["responses"]
            for name, _ in self.links_of(id, status)
        }
        missing = [f"{name} of {label}" for label, name in sorted(declared - self.followed)]
        assert not missing, f"no response had the values of these links: {', '.join(missing)}"


def resolve(value, bodies):
    """Replaces the runtime expressions in a value of a link. Raises LookupError if a body lacks the value."""
    if isinstance(value, dict):
        return {name: resolve(each, bodies) for name, each in value.items()}
    if not isinstance(value, str) or not value.startswith("$"):
        return value
    source, _, pointer = value.partition("#")
    found = bodies[source]
    for step in pointer.split("/")[1:]:
        found = found[int(step) if isinstance(found, list) else step]
    return found
