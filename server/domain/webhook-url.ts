import ipaddr from 'ipaddr.js'
import { WebhookUrl } from '../../generated/zod/schemas.ts'

/**
 * Returns the canonical form of a webhook URL, or undefined if deliveries to it are not allowed
 * (specification §4, design decision 22). Equal URLs have the same form. Does not resolve host names:
 * each delivery does.
 */
export const canonicalWebhookUrl = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  if (rejectsHost(url.hostname)) return undefined
  url.hostname = url.hostname.replace(/\.+$/, '')
  url.hash = ''
  return normalEscapes(url.href)
}

/** The text of the rejection, which is in the document: `WebhookUrl.yaml` rejects some URLs by its pattern. */
export const webhookUrlText = WebhookUrl.safeParse('').error?.issues[0]?.message ?? ''

/** `URL` has normalized every IPv4 form, including hexadecimal and shortened forms. */
function rejectsHost(host: string): boolean {
  const name = host.replace(/\.+$/, '')
  if (name === '' || name === 'localhost' || name.endsWith('.localhost')) return true
  if (name.startsWith('[')) return !isPublicAddress(ipaddr.IPv6.parse(name.slice(1, -1)))
  return ipaddr.IPv4.isValid(name) && privateRanges.has(ipaddr.IPv4.parse(name).range())
}

/** Returns whether an address is public. Of IPv6, only global unicast is (RFC 4291 §2.4). */
export function isPublicAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return (
    address.range() === 'unicast' &&
    (address instanceof ipaddr.IPv4 || address.match(globalUnicast, 3))
  )
}

const globalUnicast = ipaddr.IPv6.parse('2000::')

/** The ranges of IPv4 literals that the specification lists (§4 rules 3 and 4). */
const privateRanges = new Set(['unspecified', 'loopback', 'private', 'linkLocal'])

/** Characters that have the same meaning with and without escaping (RFC 3986 §6.2.2.2). */
const unreserved = /^[A-Za-z0-9._~-]$/

/** Writes escapes in upper case and removes unnecessary ones (RFC 3986 §6.2.2). */
function normalEscapes(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return unreserved.test(character) ? character : escaped.toUpperCase()
  })
}
