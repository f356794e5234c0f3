// Generated from the OpenAPI document. Do not edit.

import type { Context } from 'hono'
import { type Check, type Failure, isIn, type Read, reader } from './check.ts'
import { type FormFields, readForm } from './forms.ts'
import { kindOf } from './media-types.ts'
import { maxPairs, pairSorter, pairsIn } from './pairs.ts'
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

/** The parameters of one place, and functions that read and check them. */
export type Parameters = {
  declared: readonly (Parameter & FormFields)[]
  read: (raw: Raw, decode?: Decode) => Read<unknown>
  /** Checks and copies values that have been read. */
  accept: (values: unknown) => Read<unknown>
}

export const parameters = <T>(
  declared: Parameters['declared'],
  is: Check,
  copy: (value: unknown) => T,
): Parameters => {
  const accept = reader(is, copy)
  return {
    declared,
    accept,
    read: (raw, decode = percentDecoded) => {
      const read = readValid(declared, raw, decode, accept)
      // A value within a parameter is reported as the parameter.
      return read.failures
        ? { failures: read.failures.map((each) => ofParameter(declared, each)) }
        : read
    },
  }
}

function ofParameter(declared: readonly Parameter[], { field, reason }: Failure): Failure {
  const owner = declared.find(({ name }) => isIn(field, name))
  return { field: owner?.name ?? field, reason }
}

function queryOf({ req }: Context): string {
  const { url } = req.raw
  const start = url.indexOf('?') + 1
  const end = url.indexOf('#')
  return start === 0 ? '' : url.slice(start, end === -1 ? undefined : end)
}

/** Returns a function that reads and checks the query of a URL. Other parameters are ignored. */
export const queryReader = ({ declared, read }: Parameters) => {
  const sort = pairSorter(declared)
  return (context: Context): Read<unknown> => {
    const pairs = pairsIn(queryOf(context))
    return pairs ? read(sort(pairs)) : { failures: [tooManyPairs] }
  }
}

const tooManyPairs: Failure = { field: 'query', reason: `must have at most ${maxPairs} parameters` }

/** Returns a function that reads and checks a query that is one value (OpenAPI 3.2's `querystring`). */
export const querystringReader = ({ declared: [declared], accept, read }: Parameters) => {
  const { name = '', contentType = '' } = declared ?? {}
  return (context: Context): Read<unknown> => {
    const query = queryOf(context)
    if (query === '') return accept({})
    if (kindOf(contentType) !== 'form') return read({ [name]: { texts: [query] } })
    return (
      readForm(query, declared ?? {}, (value) => accept({ [name]: value })) ?? {
        failures: [tooManyPairs],
      }
    )
  }
}

/** Returns a function that reads and checks header parameters. Their values have no escapes. */
export const headerReader =
  ({ declared, read }: Parameters) =>
  (context: Context): Read<unknown> => {
    const raw: Record<string, Sent> = Object.create(null)
    for (const { name } of declared) {
      const value = context.req.header(name)
      if (value !== undefined) raw[name] = { texts: [value] }
    }
    return read(raw, (text) => text.trim())
  }

/** Returns a function that reads and checks cookie parameters. A cookie whose escapes are not valid has none. */
export const cookieReader = ({ declared, read }: Parameters) => {
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
  return (context: Context): Read<unknown> => {
    const pairs = (context.req.header('Cookie') ?? '').split(';').flatMap((text): Pair[] => {
      const [name, value] = splitOnce(text.trim())
      const plain = value.replace(/^"(.*)"$/, '$1')
      const isOwner = exploded.includes(name) || (isOpen && !names.includes(name))
      const isExploded = isOwner && plain.includes('&')
      return isExploded ? `${name}=${plain}`.split('&').map(splitOnce) : [[name, plain]]
    })
    return read(sort(pairs), (text) => percentDecoded(text) ?? text)
  }
}
