import {
  InvalidPreferenceError,
  noPreference,
  type Preference,
  readPreference,
} from '../preference.ts'
import type { RequestContext } from '../request-context.ts'
import type { MockReply } from './preferred-status.ts'

/** Parses a `Prefer` header. Returns the error for an invalid one. */
export const parsePrefer = (header: string | null): Preference | InvalidPreferenceError => {
  try {
    return readPreference(header ?? undefined)
  } catch (error) {
    if (error instanceof InvalidPreferenceError) return error
    throw error
  }
}

/** Creates the context of a request. */
export const createContext = (preference: Preference | InvalidPreferenceError): RequestContext => ({
  preference: preference instanceof InvalidPreferenceError ? noPreference : preference,
})

/** Changes the headers of a response to those that the server sends with a status code. */
const adjustHeaders = (headers: Headers, status: number): void => {
  // Only a 401 lacks this header (design decision 50).
  if (status === 401) headers.delete('X-Content-Type-Options')
  if (status !== 429) return
  headers.set('RateLimit-Remaining', '0')
  headers.set('X-RateLimit-Remaining', '0')
}

/** Replaces status code and body of a response, but keeps the rate-limit headers. */
const replaced = (response: Response, { status, contentType, body }: MockReply): Response => {
  const headers = new Headers(response.headers)
  headers.set('Content-Type', contentType)
  headers.delete('Content-Length')
  adjustHeaders(headers, status)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Response(text, { status, headers })
}

/** Adds the charset to the plain-text 401 (specification §5 rule 4). */
const withCharset = (answer: MockReply): MockReply =>
  answer.contentType === 'text/html'
    ? { ...answer, contentType: 'text/html; charset=utf-8' }
    : answer

/** Returns the response to send: the replacement from the context, or the operation's response. */
export const finalResponse = (
  response: Response,
  preference: Preference | InvalidPreferenceError,
  { reached, replacement }: RequestContext,
): Response => {
  if (reached === undefined) return response
  if (preference instanceof InvalidPreferenceError)
    return replaced(response, {
      status: 400,
      contentType: 'application/json',
      body: { message: preference.message },
    })
  return replacement ? replaced(response, withCharset(replacement)) : response
}
