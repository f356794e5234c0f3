// Generated from the OpenAPI document. Do not edit.

import type { Read } from './check.ts'
import {
  type Decode,
  type Given,
  type Pair,
  type Parameter,
  percentDecoded,
  plain,
  type Raw,
  type Reading,
  readValid,
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
  const deep = new Set(declared.flatMap((each) => (each.style === 'deepObject' ? [each.name] : [])))
  const hasTrees = deep.size > 0 || declared.some(({ types }) => types.includes('object'))
  return (pairs: readonly Pair[]): Raw => {
    const sent: Record<string, Sorted> = Object.create(null)
    for (const [rawName, text] of pairs) {
      const name = percentDecoded(rawName)
      if (name === undefined || (name === '' && text === '')) continue
      const { owner, part } = find(name) ?? {}
      if (owner === undefined && !keepsOthers) continue
      const key = owner ?? name
      sent[key] ??= { texts: [], parts: [] }
      if (part === undefined) sent[key].texts.push(text)
      else sent[key].parts.push([part, text])
    }
    if (!hasTrees) return sent
    const values = Object.entries(sent).map(([name, { texts, parts }]): [string, Sent | Given] => [
      name,
      parts.length > 0 || deep.has(name) ? treeOf(texts, parts) : { texts },
    ])
    return Object.fromEntries(values)
  }
}

/** The pairs of a parameter: its texts, and the parts of an object that were sent by their names. */
type Sorted = { texts: string[]; parts: Pair[] }

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
  // The longest name that fits is the owner: `a[b]` owns `a[b][c]`.
  deep.sort((a, b) => b.length - a.length)
  return (name: string): Owner | undefined => {
    const known = owners.get(name)
    if (known) return known
    const owner = deep.find((each) => name.startsWith(`${each}[`) && name.endsWith(']'))
    if (owner !== undefined) return { owner, part: name.slice(owner.length) }
    return open === undefined ? undefined : { owner: open, part: name }
  }
}

/** A value that was sent in parts with names in brackets, such as `filter[tags][]`. */
type Tree = { texts: string[]; children: Map<string, Tree> }

const maxBrackets = 20

/** Returns a parameter from its parts: `[a][b]` is beneath `[a]`, and other names are properties. */
function treeOf(texts: string[], parts: readonly Pair[]): Given {
  const root: Tree = { texts, children: new Map() }
  for (const [name, text] of parts) {
    const steps = /^\[.*\]$/s.test(name) ? name.slice(1, -1).split('][', maxBrackets) : [name]
    let tree = root
    for (const step of steps) {
      const child = tree.children.get(step) ?? { texts: [], children: new Map() }
      tree.children.set(step, child)
      tree = child
    }
    tree.texts.push(text)
  }
  return givenOf(root)
}

/** OpenAPI does not say how lists are written. Clients write `name[]=a`, `name[0]=a` or `name=a`. */
function givenOf({ texts, children }: Tree): Given {
  const numbered = [...children].filter(([key]) => /^[0-9]+$/.test(key))
  const unnumbered = children.get('')
  const inOrder = () => numbered.sort(([a], [b]) => Number(a) - Number(b))
  return {
    texts: children.size > 0 ? [] : texts,
    items: () =>
      children.size > numbered.length + Number(unnumbered !== undefined)
        ? undefined
        : [
            ...[...texts, ...(unnumbered?.texts ?? [])].map((text) => plain([text])),
            ...(unnumbered && unnumbered.children.size > 0
              ? [givenOf({ ...unnumbered, texts: [] })]
              : []),
            ...inOrder().map(([, child]) => givenOf(child)),
          ],
    parts: () =>
      texts.length > 0 || children.size === 0
        ? undefined
        : new Map([...children].map(([key, child]) => [key, givenOf(child)])),
  }
}

export type FormFields = {
  fields?: readonly Parameter[]
  /** The fields of other names, where the schema describes them. */
  others?: Reading
}

/**
 * Reads an urlencoded form, and checks it.
 * @returns undefined if it has too many fields.
 */
export const readForm = (
  text: string,
  form: FormFields,
  check: (values: Record<string, unknown>) => Read<unknown>,
): Read<unknown> | undefined => {
  const pairs = pairsIn(text)
  return pairs && readPairs(pairs, form, percentDecoded, check)
}

/** Reads the pairs of a form, whose names have escapes, and checks it. */
export const readPairs = (
  pairs: readonly Pair[],
  form: FormFields,
  decode: Decode,
  check: (values: Record<string, unknown>) => Read<unknown>,
): Read<unknown> => {
  const { fields = [] } = form
  const raw = pairSorter(fields, true)(pairs)
  const names = Object.keys(raw)
  const known = [...fields, ...otherFields(form, names)]
  const rest = names
    .filter((name) => !known.some((each) => each.name === name))
    .map((name) => [name, onlyOrAll(raw[name]?.texts.map(decode) ?? [])])
  return readValid(known, raw, decode, (values) =>
    check({ ...Object.fromEntries(rest), ...values }),
  )
}

/** Returns the declarations of fields that are not declared by their names. */
export const otherFields = (
  { fields = [], others }: FormFields,
  names: readonly string[],
): Parameter[] =>
  names.flatMap((name) =>
    others && !fields.some((each) => each.name === name)
      ? [{ ...others, name, style: 'form', explode: true }]
      : [],
  )

/** Returns the only value of a field that is not declared, or all of them. */
export const onlyOrAll = <T>(values: readonly T[]): T | readonly T[] | undefined =>
  values.length > 1 ? values : values[0]
