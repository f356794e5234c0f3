// Generated from the OpenAPI document. Do not edit.

import type { Context } from 'hono'
import { type Check, type Failure, isIn, type Read, reader } from './check.ts'
import { kindOf } from './media-types.ts'
import { type FormFields, maxPairs, pairSorter, pairsIn, readForm } from './pairs.ts'
import { type CompiledPath, pathTexts } from './path.ts'
import {
  type Decode,
  type Pair,
  type Parameter,
  percentDecoded,
  type Raw,
  readValid,
  type Sent,
  splitOnce,
} from './readings.ts'

/** The parameters of one place of a request, which are read and checked together. */
export type Parameters = {
  declared: readonly Parameter[]
  read: (context: Context, path: CompiledPath) => Read<unknown>
}

type Declared<T> = [
  declared: readonly (Parameter & FormFields)[],
  is: Check,
  copy: (value: unknown) => T,
]

// A layer has the code of the places that its document uses alone.

export const path = <T>(...given: Declared<T>): Parameters =>
  parametersOf(given, (read) => (context, path) => read(pathTexts(path, context)))

/** Declares the parameters of the query of a URL. Others are ignored. */
export const query = <T>(...given: Declared<T>): Parameters =>
  parametersOf(given, (read, declared) => {
    const sort = pairSorter(declared)
    return (context) => {
      const pairs = pairsIn(queryOf(context))
      return pairs ? read(sort(pairs)) : { failures: [tooManyPairs] }
    }
  })

/** Declares a query that is one value (OpenAPI 3.2's `querystring`). */
export const querystring = <T>(...given: Declared<T>): Parameters =>
  parametersOf(given, (read, [declared], accept) => {
    const { name = '', contentType = '' } = declared ?? {}
    // The fields of the form are the parameters that a client knows.
    const acceptForm = (value: unknown): Read<unknown> =>
      withFailures(accept({ [name]: value }), ({ field, reason }) => ({
        field: field.slice(name.length).replace('.', ''),
        reason,
      }))
    return (context) => {
      const query = queryOf(context)
      if (query === '') return accept({})
      if (kindOf(contentType) !== 'form') return read({ [name]: { texts: [query] } })
      return readForm(query, declared ?? {}, acceptForm) ?? { failures: [tooManyPairs] }
    }
  })

/** Declares header parameters. Their values have no escapes. */
export const header = <T>(...given: Declared<T>): Parameters =>
  parametersOf(given, (read, declared) => (context) => {
    const raw: Record<string, Sent> = Object.create(null)
    for (const { name } of declared) {
      const value = context.req.header(name)
      if (value !== undefined) raw[name] = { texts: [value] }
    }
    return read(raw, (text) => text.trim())
  })

/** Declares cookie parameters. A cookie whose escapes are not valid has none. */
export const cookie = <T>(...given: Declared<T>): Parameters =>
  parametersOf(given, (read, declared) => {
    const sort = pairSorter(declared)
    // The style `form` separates exploded items by `&`; clients also send a cookie for each.
    const exploded = declared
      .filter(
        ({ style, explode, types }) =>
          style === 'form' && explode && (types.includes('array') || types.includes('object')),
      )
      .flatMap(({ name, properties = {} }) => [name, ...Object.keys(properties)])
    const isOpen = declared.some(
      ({ style, explode, others }) => style === 'form' && explode && others,
    )
    const names = declared.map(({ name }) => name)
    return (context) => {
      const pairs = (context.req.header('Cookie') ?? '').split(';').flatMap((text): Pair[] => {
        const [name, value] = splitOnce(text.trim())
        const plain = value.replace(/^"(.*)"$/, '$1')
        const isOwner = exploded.includes(name) || (isOpen && !names.includes(name))
        const isExploded = isOwner && plain.includes('&')
        return isExploded ? `${name}=${plain}`.split('&').map(splitOnce) : [[name, plain]]
      })
      return read(sort(pairs), (text) => percentDecoded(text) ?? text)
    }
  })

/** @param readerOf returns a function that finds what was sent, and reads it. */
function parametersOf<T>(
  [declared, is, copy]: Declared<T>,
  readerOf: (
    read: (raw: Raw, decode?: Decode) => Read<unknown>,
    declared: Declared<T>[0],
    accept: (values: unknown) => Read<unknown>,
  ) => Parameters['read'],
): Parameters {
  const accept = reader(is, copy)
  // A value within a parameter is reported as the parameter, since a style may not send the name of the value.
  const inParameter = ({ field, reason }: Failure): Failure => {
    const exact = declared.find(({ name }) => name === field)
    const owner = exact ?? declared.find(({ name }) => isIn(field, name))
    const name = owner?.name ?? field
    const path = field.slice(name.length).replace(/^\.|^(?:\[\d+\])+$/, '')
    return { field: name, reason: path === '' ? reason : `${path} ${reason}` }
  }
  const read = (raw: Raw, decode: Decode = percentDecoded): Read<unknown> =>
    withFailures(readValid(declared, raw, decode, accept), inParameter)
  return { declared, read: readerOf(read, declared, accept) }
}

/** Changes each failure of a value that could not be read. */
function withFailures(found: Read<unknown>, change: (failure: Failure) => Failure): Read<unknown> {
  return found.failures ? { failures: found.failures.map(change) } : found
}

function queryOf({ req }: Context): string {
  const { url } = req.raw
  const start = url.indexOf('?') + 1
  const end = url.indexOf('#')
  return start === 0 ? '' : url.slice(start, end === -1 ? undefined : end)
}

const tooManyPairs: Failure = { field: 'query', reason: `must have at most ${maxPairs} parameters` }
