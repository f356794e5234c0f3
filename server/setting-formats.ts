import { BlockList } from 'node:net'
import { z } from 'zod'

/** A whole number within bounds, both included. */
export const wholeNumber = (least: number, most: number) => {
  const form = `must be a whole number from ${least} to ${most}`
  const within = z.int(form).min(least, `must be at least ${least}`)
  const bounded = within.max(most, `must be at most ${most}`)
  return z
    .string()
    .regex(/^[0-9]+$/, form)
    .transform(Number)
    .pipe(bounded)
}

/** An http or https address, without a slash at its end. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))

export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.[0-9]+){3}|::1|\[::1\])$/.test(host)

/** Credentials go along: only this machine is spoken to in the clear. */
const isProviderUrl = (url: string): boolean => {
  const { protocol, hostname, username, password, search, hash } = new URL(url)
  const isPlain = username === '' && password === '' && search === '' && hash === ''
  return isPlain && (protocol === 'https:' || isLoopback(hostname))
}

export const providerUrl = webAddress.refine(
  isProviderUrl,
  'must be an https address, without a password or a query',
)

/** Splits a comma-separated setting. */
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))

const isCidr = (text: string): boolean => {
  const [address = '', bits = '', ...rest] = text.split('/')
  if (rest.length > 0 || !/^[0-9]+$/.test(bits)) return false
  try {
    new BlockList().addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4')
    return true
  } catch {
    return false
  }
}

/** Networks. */
export const cidrs = list.pipe(
  z.array(z.string().refine(isCidr, 'must be networks such as 10.0.0.0/8, comma-separated')),
)

/** Browsers send neither wildcards nor a path, a slash at the end or the default port. */
const isOrigin = (text: string): boolean =>
  /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

const originForm =
  'must be exact origins such as https://shop.example.com, comma-separated, without * and paths'

/** Origins of pages. */
export const origins = list.pipe(z.array(z.string().refine(isOrigin, originForm)))

/** 1 or 0. */
export const flag = z
  .enum(['0', '1'], { error: 'must be 1 or 0' })
  .transform((value) => value === '1')

export const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//.test(url)

export const isDatabase = (url: string): boolean =>
  isPostgres(url) || (/^file:./.test(url) && !url.includes(':memory:') && !url.includes('?'))

export const databaseForms =
  'must be file:PATH, the path of a file on disk, or postgres://USER:PASSWORD@HOST/DATABASE'

/** One of several words. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}` })
