"""Judges webhook URLs by §4 of the service's specification and decision 22, without code of the server.

ALLOWED and REJECTED are certain. None means that the rules leave the URL open, such as an unusual host name.
"""

import ipaddress
import posixpath
import re
import socket
import unicodedata
from urllib.parse import unquote, urlsplit

ALLOWED = "allowed"
REJECTED = "rejected"

WEBHOOK_URL_REJECTED = "Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses"

# §4 rules 3 and 4, and the rest of 127.0.0.0/8 (decision 22).
REJECTED_IPV4 = [
    ipaddress.ip_network(each)
    for each in ("127.0.0.0/8", "0.0.0.0/32", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16")
]
# §4 rule 3, and unique local and link-local addresses (decision 22).
REJECTED_IPV6 = [ipaddress.ip_network(each) for each in ("::/128", "::1/128", "fc00::/7", "fe80::/10")]
PUBLIC_IPV6 = ipaddress.ip_network("2000::/3")

LABEL = re.compile(r"(?!xn--)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
NUMBER = re.compile(r"\d+|0x[0-9a-f]*", re.ASCII)


def parse_ipv4(host):
    """Reads an IPv4 address in any spelling of inet_aton: decimal, octal, hexadecimal, with fewer parts."""
    if not all(NUMBER.fullmatch(part) and part != "0x" for part in host.split(".")):
        return None
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def judge_ipv4(address):
    return REJECTED if any(address in each for each in REJECTED_IPV4) else ALLOWED


def judge_ipv6(text):
    try:
        address = ipaddress.IPv6Address(text)
    except ValueError:
        return REJECTED
    if address.ipv4_mapped:
        return REJECTED if judge_ipv4(address.ipv4_mapped) == REJECTED else None
    if any(address in each for each in REJECTED_IPV6):
        return REJECTED
    return ALLOWED if address in PUBLIC_IPV6 and address.is_global else None


def judge_host(host):
    if host.startswith("["):
        return judge_ipv6(host[1:-1])
    # Clients map compatibility characters and percent-encoding before they connect.
    mapped = unicodedata.normalize("NFKC", unquote(host)).lower().removesuffix(".")
    address = parse_ipv4(mapped)
    is_plain = host.lower().removesuffix(".") == mapped and mapped.isascii()
    if address:
        verdict = judge_ipv4(address)
        return verdict if is_plain or verdict == REJECTED else None
    if mapped == "localhost" or mapped.endswith(".localhost"):
        return REJECTED
    labels = mapped.split(".")
    is_name = is_plain and len(mapped) <= 253 and all(LABEL.fullmatch(each) for each in labels)
    return ALLOWED if is_name and not NUMBER.fullmatch(labels[-1]) else None


def judge(url):
    """Returns ALLOWED, REJECTED or None for a webhook URL."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return REJECTED if url.isascii() else None
    if parts.scheme != "https" or not parts.netloc or "@" in parts.netloc:
        return REJECTED
    host = parts.netloc if port is None else parts.netloc[: parts.netloc.rindex(":")]
    return judge_host(host.removesuffix(":"))


def split_host(url):
    """Returns the text before the host of an HTTPS URL, the host, and the text after it. None for other URLs."""
    match = re.fullmatch(r"([Hh][Tt][Tt][Pp][Ss]://)([^/?#]+)(.*)", url, re.DOTALL)
    return match.groups() if match else None


def comparable(url):
    """Returns a text that all spellings of one URL share. Different URLs may share it too."""
    parts = split_host(url)
    if parts is None:
        return url
    _, host, rest = parts
    host = unicodedata.normalize("NFKC", unquote(host)).lower()
    host = re.sub(r":0*(443)?$", "", host) if not host.endswith("]") else host
    address = parse_ipv4(host.removesuffix("."))
    if host.startswith("["):
        try:
            address = ipaddress.IPv6Address(host[1:-1])
        except ValueError:
            address = None
    try:
        host = str(address) if address else host.encode("idna").decode()
    except UnicodeError:
        pass
    path, mark, query = unquote(rest).partition("?")
    return f"{host}{posixpath.normpath('/' + path)}{mark}{query}".casefold().replace("//", "/").removesuffix("#")
