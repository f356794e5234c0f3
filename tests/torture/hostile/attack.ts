import type { Sent } from '../../../testkit/http.ts'

/** What a client does on its connection, one after the other. Bytes are Latin-1: a character is a byte. */
export type Step =
  | { do: 'send'; bytes: string }
  | { do: 'wait'; milliseconds: number }
  /** Sends the same again and again, until it is hung up on. */
  | { do: 'drip'; bytes: string; every: number }
  /** Reads nothing from here on, for so long. */
  | { do: 'be deaf'; milliseconds: number }
  /** Takes a little now and then, for so long. */
  | { do: 'sip'; milliseconds: number }
  | { do: 'half-close' }
  | { do: 'reset' }

/** What a server owes to such a client. */
export type Due =
  /** An answer for each request, in order, as the document says; for what comes after them a refusal. */
  | { is: 'answers'; to: readonly Sent[]; andARefusal?: true }
  /** One refusal, and the end of the connection. */
  | { is: 'a refusal' }
  /** No more than so many answers, and the end of the connection once the client has ended its own. */
  | { is: 'survival'; most: number; methods?: readonly string[] }
  /** The end of the connection within so many milliseconds, whatever was answered before. */
  | { is: 'hanging up'; within: number; most: number }

export type Attack = { name: string; steps: readonly Step[]; due: Due }

/** What clients know of a server that they attack. */
export type World = {
  port: number
  /** A key; nothing is subscribed to what its account does. */
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

/** A text as the bytes of its UTF-8. */
export const utf8 = (text: string): string => Buffer.from(text).toString('latin1')

/** Whether an attack takes its time, so that many of its kind are to be under way at once. */
export const isSlow = ({ steps }: Attack): boolean =>
  steps.some(
    ({ do: what }) => what === 'wait' || what === 'drip' || what === 'be deaf' || what === 'sip',
  )
