import { jsonOrText, type Received, type Sent } from '../../testkit/http.ts'
import type { OperationName } from './steps.ts'
import type { Account } from './template.ts'

/** A request of a client, while it waits and after its response. */
export type Exchange = {
  /** Also a text in what the request creates, so that it can be found again. */
  marker: string
  operation: OperationName
  account: Account
  address: string
  sent: Sent
  /** The order or subscription that the request is about. */
  target: string | undefined
  startedAt: number
  startedTurn: number
  /** How many faults had met a statement before it. */
  faultsBefore: number
  /** Undefined while it waits; null if the connection closed before the response. */
  received: Received | null | undefined
}

/** Returns the parsed body of a response. */
export const bodyOf = ({ received }: Exchange): unknown => received && jsonOrText(received.text)
