"""Adds to Schemathesis the data of a test account and the rules that its built-in checks do not cover.

Load this package only by name, through SCHEMATHESIS_HOOKS. Schemathesis runs a file named by its path once for each
configuration, and the checks would not share state with the hooks. "§N" is a section of the service's specification,
"decision N" a design decision.

Environment: a server whose data may be changed (MERCH_URL), a key (MERCH_KEY) and the document under test
(MERCH_DOCUMENT, a file). Optional: a key of another account without data (MERCH_OTHER_KEY), keys that must be rejected
(MERCH_REVOKED_KEY, MERCH_DEACTIVATED_KEY), MERCH_STATELESS=1 for a server that keeps no data, and
MERCH_SIMULATED_DELIVERIES=1 for a server whose deliveries never leave it.
"""

# Importing a module registers its hooks and checks.
from . import adapt_cases, authentication, creations, document, identifiers, links, lists, rejections, responses
from . import webhook_urls
