"""Checks of lists and of lists of errors."""

import collections
from urllib.parse import parse_qs, urlsplit

import schemathesis

from .cases import is_declared_method, operation_id
from .environment import IS_STATELESS, KEY, SESSION, URL


@schemathesis.check
def errors_name_each_field_once(ctx, response, case):
    """Checks that the errors of a 400 have one entry for each field (§7 rule 1)."""
    if response.status_code != 400 or not response.content:
        return
    fields = [error.partition(": ")[0] for error in response.json().get("errors", [])]
    assert len(set(fields)) == len(fields), f"errors names a field twice: {fields}"


@schemathesis.check
class short_pages_are_last:
    """Checks that nothing follows a page with fewer rows than its limit (decision 5: never silently clamped)."""

    def __init__(self):
        self.checked = collections.Counter()

    def after_response(self, ctx, response, case):
        if IS_STATELESS:
            return
        name = operation_id(case)
        takes = {parameter.name for parameter in case.operation.query}
        if response.status_code != 200 or not is_declared_method(case) or not takes >= {"limit", "offset"}:
            return
        given = parse_qs(urlsplit(response.request.url).query, keep_blank_values=True)
        rows, limit = response.json(), int(given.get("limit", [20])[0])
        # Some pages of each list are enough, as each costs a request.
        if not 0 < len(rows) < limit or self.checked[name] >= 5:
            return
        following = {**given, "offset": int(given.get("offset", [0])[0]) + len(rows), "limit": 1}
        headers = {"Authorization": f"Bearer {KEY}"}
        after = SESSION.get(URL + case.operation.path, params=following, headers=headers, timeout=10)
        assert after.json() == [], f"a page of {len(rows)} rows for the limit {limit} is not the last"
        self.checked[name] += 1
