"""Reads what the run gets from its environment."""

import os

import requests

URL = os.environ["MERCH_URL"]
KEY = os.environ["MERCH_KEY"]
DOCUMENT = os.environ["MERCH_DOCUMENT"]
OTHER_KEY = os.environ.get("MERCH_OTHER_KEY")
IS_STATELESS = os.environ.get("MERCH_STATELESS") == "1"
HAS_SIMULATED_DELIVERIES = os.environ.get("MERCH_SIMULATED_DELIVERIES") == "1"
SESSION = requests.Session()

# The server is on this machine, so ignore proxy settings in the environment.
SESSION.trust_env = False
