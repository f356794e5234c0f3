import { AsyncLocalStorage } from 'node:async_hooks'
import type { OperationId, Operations } from '../../generated/operations.ts'
import type { Call } from '../../server/http/call.ts'
import {
  chooseReply,
  type RequestContext,
  type ResponseQueue,
  readContext,
  withPreference,
} from './choose-reply.ts'
import type { DocumentReplies } from './document-replies.ts'
import { interceptOperations, rejectWebhookUrl } from './operations.ts'

type Sources = {
  queue: ResponseQueue
  replies: DocumentReplies
  /** The seed of dynamic replies. */
  seed: string
}

/**
 * Wraps operations: each call gets the reply that the request prefers, or the queued one.
 * @param own handles the other calls. Default: the operations.
 */
export const mockOperations = (
  operations: Operations<Call>,
  { queue, replies, seed }: Sources,
  own?: (id: OperationId, input: unknown) => unknown,
): Operations<Call> =>
  interceptOperations(operations, (id, input, _, next) =>
    chooseReply(id, current.getStore() ?? { preference: {} }, {
      queue,
      input,
      find: (wantedId, wanted) => replies.find(wantedId, wanted, seed),
      // Only operations that a changed document has added are not implemented.
      own: () => (own ? own(id, input) : (next() ?? replies.find(id, {}, seed))),
    }),
  )

/** Wraps operations: the other calls get the document's first example of a success. */
export const exampleOperations = (
  operations: Operations<Call>,
  sources: Sources,
): Operations<Call> =>
  mockOperations(
    operations,
    sources,
    (id, input) => rejectWebhookUrl(id, input) ?? sources.replies.find(id, {}, sources.seed),
  )

/**
 * Handles a request with its `Prefer` header. Its operations find the context.
 * @returns the response to send, and the context in which it was chosen.
 */
export const preferredResponse = async (
  request: Request,
  stopping: AbortSignal,
  respond: () => Promise<Response>,
) => {
  const context = { ...readContext(request.headers.get('prefer') ?? ''), stopping }
  const response = await current.run(context, () => withPreference(context, respond))
  return { context, response }
}

const current = new AsyncLocalStorage<RequestContext>()
