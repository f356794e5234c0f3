// Generated from the OpenAPI document. Do not edit.

import type { Context } from 'hono'
import { type Failure, own } from './check.ts'
import { jsonFirst, kindOf } from './media-types.ts'
import {
  type BodyCheck,
  type DeclaredReply,
  type HeaderMap,
  type PlainReply,
  requiredHeaders,
} from './send-reply.ts'

/** Why a request does not reach its operation. */
export type BadRequest = {
  status: Exclude<Status, 422>
  /** All failures of the parameters, or all of the body. */
  failures: readonly PartFailure[]
}

/** The part of a request that is not valid. */
export type Part = 'path' | 'query' | 'querystring' | 'header' | 'cookie' | 'body' | 'security'

export type PartFailure = Failure & { in: Part }

const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
} as const

type Status = keyof typeof titles

/** A rejection with the status of its response. */
type Responded = { status: Status; failures: BadRequest['failures'] }

/** Returns problem details of a rejection (RFC 9457). */
export const problem = (
  rejection: BadRequest,
  { context, headers }: { context: Context; headers: HeaderMap },
): Response => {
  headers['Content-Type'] = 'application/problem+json'
  return context.newResponse(JSON.stringify(detailsOf(rejection)), rejection.status, headers)
}

function detailsOf({ status, failures }: Responded) {
  const errors = failures.length > 0 ? { errors: failures } : {}
  return { title: titles[status], status, ...errors }
}

/** The statuses that an operation may declare for a rejection, in the order in which they are tried. */
const alternatives: { readonly [S in Status]?: readonly Status[] } = {
  400: [400, 422],
  406: [406, 400, 422],
  413: [413, 400, 422],
  415: [415, 400, 422],
}

/**
 * Returns the declared reply for a rejection: of the first status that the operation declares, with the
 * usual fields of errors that its schema has. Returns undefined if the operation declares none, or its
 * schema requires other fields.
 */
export const declaredRejection = (
  rejection: BadRequest,
  replies: Readonly<Record<string, DeclaredReply>>,
  checks: Readonly<Record<string, BodyCheck>>,
  context: Context,
): PlainReply | undefined => {
  const { status, failures } = rejection
  const codes = alternatives[status] ?? [status]
  const keys: [Status, string][] = codes.map((each) => [each, `${each}`])
  for (const [code, key] of [...keys, [status, '4XX'], [status, 'default']] as const) {
    const reply = own(replies, key)
    if (!reply || reply.edge) continue
    // Middleware may have set them.
    if (!requiredHeaders(reply).every((name) => context.res.headers.has(name))) continue
    const types = jsonFirst(Object.keys(reply.contents ?? {}))
    if (types.length === 0) return { status: code }
    const contentType = types.find((each) => /^(json|text)$/.test(kindOf(each)))
    if (contentType === undefined) continue
    const body = validBody({ status: code, failures }, contentType, checks[key])
    if (body !== undefined) return { status: code, contentType, body }
  }
  return undefined
}

/** Returns the body of a rejection that a check accepts, as it copies it: the first that says why. */
function validBody(
  rejection: Responded,
  contentType: string,
  check: BodyCheck | undefined,
): unknown {
  const { status, failures } = rejection
  const bodies = kindOf(contentType) === 'json' ? bodiesOf(rejection) : [sentence(rejection)]
  const why = JSON.stringify(failures[0]?.reason ?? titles[status]).slice(1, -1)
  let other: unknown
  for (const body of bodies) {
    const copy = copied(body, contentType, check)
    if (copy !== undefined && JSON.stringify(copy).includes(why)) return copy
    other ??= copy
  }
  return other
}

function copied(body: unknown, contentType: string, check: BodyCheck | undefined): unknown {
  try {
    return check ? check(body, contentType) : body
  } catch {
    return undefined
  }
}

function sentence({ status, failures }: Responded): string {
  return failures.length > 0 ? textsOf(failures).join('; ') : titles[status]
}

function textsOf(failures: readonly PartFailure[]): string[] {
  return failures.map(({ in: place, field, reason }) =>
    place === 'security' ? reason : `${field}: ${reason}`,
  )
}

/** Yields bodies that APIs have for errors: few fields for open schemas, then every usual one. */
function* bodiesOf(rejection: Responded): Generator<unknown> {
  const { status, failures } = rejection
  const message = sentence(rejection)
  const title = titles[status]
  const byField = Object.fromEntries(failures.map(({ field, reason }) => [field, [reason]]))
  yield detailsOf(rejection)
  yield { title, status, errors: byField }
  for (const [code, name] of [[title], [status], [status, title]] as const)
    for (const errors of [
      failures.map((failure) => itemOf(failure, code)),
      textsOf(failures),
      byField,
    ]) {
      const named = {
        type: 'about:blank',
        title,
        code,
        success: false,
        status: name ?? status,
        statusCode: status,
        ...each('message msg description error_description reason', message),
        ...each('errors details violations', errors),
      }
      for (const error of [message, named])
        for (const detail of [message, errors]) yield { ...named, error, detail }
      yield { ...named, error: title, message: textsOf(failures) }
    }
  yield message
  yield textsOf(failures)
}

/** Returns a failure with the names that APIs have for its parts. */
function itemOf({ in: place, field, reason }: PartFailure, code: string | number) {
  const steps = place === 'body' ? stepsOf(field) : [field]
  return {
    type: 'invalid',
    code,
    loc: [place, ...steps],
    pointer: steps.map((step) => `/${escaped(step)}`).join(''),
    ...each('in location', place),
    ...each('field name path param property', field),
    ...each('message msg reason detail description error', reason),
  }
}

/** Returns the names and indices of a field such as `users[0].name`. A failure of the whole body has the field `body`. */
function stepsOf(field: string): string[] {
  return field === 'body' ? [] : field.split(/[.[\]]+/).filter((step) => step !== '')
}

/** Escapes a step of a JSON Pointer (RFC 6901 §3). */
function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

function each(names: string, value: unknown) {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]))
}
