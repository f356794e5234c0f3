"""Checks of status codes, HEAD, and whether each operation succeeded."""

import schemathesis

from .cases import is_declared_method
from .environment import SESSION


@schemathesis.check
def not_found_belongs_to_get_order(ctx, response, case):
    """Checks that only getOrder returns 404 (§7), and that 404 and 405 have a message (decision 8)."""
    if response.status_code == 404:
        assert case.path == "/v1/orders/{orderId}", f"{case.operation.label} returns 404 (§7)"
    if response.status_code in (404, 405):
        assert list(response.json()) == ["message"], f"the {response.status_code} has the body {response.text[:200]}"


@schemathesis.check
def head_is_get_without_a_body(ctx, response, case):
    """Checks that HEAD returns the content type of GET (§4: any method is accepted) and no body."""
    if response.request.method != "HEAD" or response.status_code != 200:
        return
    assert response.content == b"", "the response to HEAD has a body"
    got = SESSION.get(response.request.url, headers=response.request.headers, timeout=10)
    kind = response.headers.get("content-type")
    assert kind == [got.headers["content-type"]], f"HEAD has the content type {kind}, GET {got.headers['content-type']}"


@schemathesis.check
class every_operation_succeeds:
    """Fails a run in which an operation never succeeded, as it has tested only its rejections."""

    def __init__(self):
        self.schema = None
        self.succeeded = set()

    def after_response(self, ctx, response, case):
        self.schema = case.operation.schema
        if is_declared_method(case) and 200 <= response.status_code < 300:
            self.succeeded.add(case.operation.label)

    def after_run(self, ctx):
        assert self.schema is not None, "no operation was tested"
        selected = {each.ok().label for each in self.schema.get_all_operations()}
        missing = sorted(selected - self.succeeded)
        assert not missing, f"these operations never returned 2xx: {', '.join(missing)}"
