// Generated from the OpenAPI document. Do not edit.

import {
  type Pair,
  type Parameter,
  percentDecoded,
  type Raw,
  type Sent,
  splitOnce,
} from './readings.ts'

/** Bounds the work for a query or a form: names are decoded before unknown ones are ignored. */
export const maxPairs = 1000

/**
 * Returns the pairs of a query or an urlencoded form.
 * @returns undefined if there are too many.
 */
export const pairsIn = (text: string): Pair[] | undefined => {
  const pairs = text === '' ? [] : text.split('&')
  return pairs.length > maxPairs
    ? undefined
    : pairs.map((pair) => splitOnce(pair.replaceAll('+', '%20')))
}

/**
 * Returns a function that sorts pairs by the parameters that they belong to.
 * @param keepsOthers whether pairs that belong to none are kept under their own name.
 */
export const pairSorter = (declared: readonly Parameter[], keepsOthers = false) => {
  const find = ownerFinder(declared)
  return (pairs: readonly Pair[]): Raw => {
    const raw: Record<string, Sent> = Object.create(null)
    for (const [rawName, text] of pairs) {
      const name = percentDecoded(rawName)
      if (name === undefined || (name === '' && text === '')) continue
      const { owner, part } = find(name) ?? {}
      if (owner === undefined && !keepsOthers) continue
      const key = owner ?? name
      raw[key] ??= { texts: [] }
      if (part === undefined) raw[key].texts.push(text)
      else {
        raw[key].parts ??= []
        raw[key].parts.push([part, text])
      }
    }
    return raw
  }
}

/** The name of a parameter, and the part of it that a pair is. */
type Owner = { owner: string; part?: string }

function ownerFinder(declared: readonly Parameter[]) {
  const owners = new Map<string, Owner>()
  const deep: string[] = []
  let open: string | undefined
  for (const { name, style, explode, types, properties = {}, others, contentType } of declared) {
    const isObject = types.includes('object') && contentType === undefined
    if (isObject && explode && (style === 'form' || style === 'cookie')) {
      for (const part of Object.keys(properties)) owners.set(part, { owner: name, part })
      if (others) open = name
    } else owners.set(name, { owner: name })
    if (style === 'deepObject') deep.push(name)
  }
  return (name: string): Owner | undefined => {
    const known = owners.get(name)
    if (known) return known
    const owner = deep.find((each) => name.startsWith(`${each}[`) && name.endsWith(']'))
    if (owner !== undefined) return { owner, part: name.slice(owner.length) }
    return open === undefined ? undefined : { owner: open, part: name }
  }
}
