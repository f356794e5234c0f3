import { isIP } from 'node:net'
import type { Config } from '../../server/config.ts'

/** Returns the host name in its canonical form, without the port; undefined for anything else. */
const nameOf = (host: string): string | undefined =>
  /[/?#@\\]/.test(host) ? undefined : URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '')

const isLoopback = (name: string): boolean =>
  /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(name)

const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0

/**
 * Returns a function that checks whether a host, with or without a port, is this machine's: a
 * loopback name, or one of HOST and BASE_URL. If HOST is every address of the machine, so is every
 * IP address: only names can be made to resolve to it.
 */
export const isOwnHost = ({ host, baseUrl }: Config): ((host: string) => boolean) => {
  const listensEverywhere = host === '0.0.0.0' || host === '::'
  const named = [host.includes(':') ? `[${host}]` : host, new URL(baseUrl).host].map(nameOf)
  return (given) => {
    const name = nameOf(given)
    if (name === undefined || name === '') return false
    return isLoopback(name) || named.includes(name) || (listensEverywhere && isAddress(name))
  }
}
