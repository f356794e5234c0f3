import { isDeepStrictEqual } from 'node:util'
import type { Operation, Reply, ReplyHeader } from '../model/model.ts'

/** Headers and responses that all operations share. */
export type SharedParts = { headers: readonly ReplyHeader[]; replies: readonly Reply[] }

const isIn = <T>(list: readonly T[], one: T): boolean =>
  list.some((each) => isDeepStrictEqual(each, one))

/** Returns the headers of every response and the responses of every operation; none if there is only one operation. */
export const sharedParts = (operations: readonly Operation[]): SharedParts => {
  const [first, ...others] = operations
  if (!first || others.length === 0) return { headers: [], replies: [] }
  const everywhere = operations.flatMap(({ replies }) => replies)
  return {
    headers: (first.replies[0]?.headers ?? []).filter((header) =>
      everywhere.every(({ headers }) => isIn(headers, header)),
    ),
    replies: first.replies.filter((reply) => others.every(({ replies }) => isIn(replies, reply))),
  }
}

/** Returns the responses that only this operation has. */
export const ownReplies = ({ replies }: Operation, shared: SharedParts): Reply[] =>
  replies.filter((reply) => !isIn(shared.replies, reply))

/** Returns the headers that only this response has. */
export const ownHeaders = ({ headers }: Reply, shared: SharedParts): ReplyHeader[] =>
  headers.filter((header) => !isIn(shared.headers, header))
