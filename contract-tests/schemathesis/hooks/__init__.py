"""Adds to Schemathesis the data of a test account and the rules that its built-in checks cannot know.

The hooks make requests that can succeed, and check what the configuration excludes from the built-in checks; the laws
(contract-tests/laws) check the rest. "§N" is a section of the service's specification, "decision N" a design decision.

Load this package only by name, through SCHEMATHESIS_HOOKS. Schemathesis runs a file named by its path once for each
configuration, and the checks would not share state with the hooks. npm run test:schemathesis sets the environment.
"""

# Importing a module registers its hooks and checks.
from . import adapt_cases, checks
