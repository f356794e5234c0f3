import type { Sent } from '../../../testkit/http.ts'

/** A client's actions on its connection, in order. Bytes are Latin-1: a character is a byte. */
export type Step =
  | { do: 'send'; bytes: string }
  | { do: 'wait'; milliseconds: number }
  /** Sends the same bytes at an interval, until the server closes the connection. */
  | { do: 'repeat'; bytes: string; every: number }
  /** Reads nothing for a time. */
  | { do: 'stop reading'; milliseconds: number }
  /** Reads a little now and then for a time. */
  | { do: 'read slowly'; milliseconds: number }
  | { do: 'half-close' }
  | { do: 'reset' }

/** The response that the server must give. */
export type Expectation =
  /** A response to each request, in order, as the document says; a rejection of anything after them. */
  | { is: 'responses'; to: readonly Sent[]; andRejection?: true }
  /** One rejection, and the end of the connection. */
  | { is: 'rejection' }
  /** At most so many responses, and the end of the connection once the client has closed its side. */
  | { is: 'survival'; most: number; methods?: readonly string[] }
  /** The end of the connection within so many milliseconds, after any number of responses up to `most`. */
  | { is: 'close'; within: number; most: number }

export type Attack = { name: string; steps: readonly Step[]; expected: Expectation }

/** The server's address and records that attacks refer to. */
export type AttackedServer = {
  port: number
  /** An API key. Its account has no webhook subscriptions. */
  key: string
  campaign: string
  sku: string
  /** An order and an invite of another account. */
  orderId: string
  slug: string
  /** The cookie of a session in the portal of that account. */
  portalCookie: string
}

export const send = (bytes: string): Step => ({ do: 'send', bytes })

/** Encodes a text as UTF-8, one character for each byte. */
export const utf8 = (text: string): string => Buffer.from(text).toString('latin1')

/** Whether an attack waits. Many such attacks run at once. */
export const isSlow = ({ steps }: Attack): boolean =>
  steps.some(
    ({ do: what }) =>
      what === 'wait' || what === 'repeat' || what === 'stop reading' || what === 'read slowly',
  )
