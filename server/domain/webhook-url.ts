import ipaddr from 'ipaddr.js'
import { isPublicIpv6 } from './public-ipv6.ts'

const privateRanges = new Set(['unspecified', 'loopback', 'private', 'linkLocal'])

/** Rejects IPv4 literals in the ranges that the specification lists (§4 rules 3 and 4). */
const refusesIpv4 = (address: ipaddr.IPv4): boolean => privateRanges.has(address.range())

/** `URL` has normalized every IPv4 form, including hexadecimal and shortened forms. */
const refusesHost = (host: string): boolean => {
  const name = host.replace(/\.+$/, '')
  if (name === '' || name === 'localhost' || name.endsWith('.localhost')) return true
  if (name.startsWith('[')) return !isPublicIpv6(ipaddr.IPv6.parse(name.slice(1, -1)))
  return ipaddr.IPv4.isValid(name) && refusesIpv4(ipaddr.IPv4.parse(name))
}

/** Characters that have the same meaning with and without escaping (RFC 3986 §6.2.2.2). */
const unreserved = /^[A-Za-z0-9._~-]$/

/** Writes escapes in upper case and removes unnecessary ones (RFC 3986 §6.2.2). */
const normalEscapes = (text: string): string =>
  text.replaceAll(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return unreserved.test(character) ? character : escaped.toUpperCase()
  })

/**
 * Returns the canonical form of a webhook URL, or undefined if deliveries to it are not allowed
 * (specification §4, design decision 22). Equal URLs have the same form. Does not resolve host names:
 * each delivery does.
 */
export const canonicalWebhookUrl = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  if (refusesHost(url.hostname)) return undefined
  url.hostname = url.hostname.replace(/\.+$/, '')
  url.hash = ''
  return normalEscapes(url.href)
}
