import type { Ask } from './ask.ts'
import type { Nodes } from './nodes.ts'

/** Nodes, and functions that send requests to each of them as the shop's account. */
export type Racing = Nodes & {
  asks: readonly [Ask, Ask]
  /** Orders one unit of a SKU. */
  place(ask: Ask, sku: string): ReturnType<Ask>
}

/**
 * Prepares a race of two nodes.
 * @returns a function that runs a round and throws if the result is wrong, and one to call after all rounds.
 */
export type Race = (
  racing: Racing,
) => Promise<{ round: (round: number) => Promise<void>; end?: () => Promise<void> }>

/** Returns the status codes of responses, in ascending order. */
export const statuses = (responses: readonly { status: number }[]): number[] =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b)
