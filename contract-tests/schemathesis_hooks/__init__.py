"""Adds to Schemathesis the data of a test account and the rules that its built-in checks cannot know.

The laws (contract-tests/laws) check the promises of the service. The hooks make requests that can succeed, and check
what the configuration excludes from the built-in checks. "§N" is a section of the service's specification, "decision
N" a design decision.

Load this package only by name, through SCHEMATHESIS_HOOKS. Schemathesis runs a file named by its path once for each
configuration, and the checks would not share state with the hooks.

Environment: a server whose data may be changed (MERCH_URL), a key (MERCH_KEY) and the document under test
(MERCH_DOCUMENT, a file). Optional: MERCH_SIMULATED_DELIVERIES=1 for a server whose deliveries never leave it.
"""

# Importing a module registers its hooks and checks.
from . import adapt_cases, checks
