import { http, type RequestHandler } from 'msw'
import generated from '../generated/openapi.json' with { type: 'json' }
import { stubs } from '../generated/stubs.ts'
import { toId } from '../server/domain/ids.ts'
import { buildApp } from '../server/http/app.ts'
import { unloggedCounts } from '../server/http/rate-limit/memory-counts.ts'
import { createRateLimiter } from '../server/http/rate-limit/rate-limiter.ts'
import { keyAccounts } from './key-accounts.ts'
import {
  chooseReply,
  type RequestContext,
  ResponseQueue,
  readContext,
  withPreference,
} from './responses/choose-reply.ts'
import { DocumentReplies, mountExamplePages } from './responses/document-replies.ts'
import { fakerGenerator } from './responses/faker-generator.ts'
import { interceptOperations, rejectWebhookUrl } from './responses/operations.ts'
import { handledUrls, splitUrl, withoutSlash } from './session-urls.ts'
import type { HandlersOptions } from './types.ts'

type BrowserOptions = Pick<
  HandlersOptions,
  'url' | 'responses' | 'limit' | 'windowSeconds' | 'seed' | 'faker'
>

const pages = { texts: {}, docs: '/docs', ready: async () => true, picture: () => picture }

/**
 * Creates MSW handlers for browsers. They use the same HTTP layer and examples as `npm run mock`, but keep no
 * data. New handlers start with a full rate limit.
 *
 * @example
 * const server = setupServer(...handlers({ url: 'http://api.example.test' }))
 * @throws {InvalidRequest} if the document has no such response as one of `responses`.
 */
export const handlers = ({
  url,
  responses = [],
  limit = 1000,
  windowSeconds = 86_400,
  seed = 'mock',
  faker,
}: BrowserOptions): RequestHandler[] => {
  const load = faker && (async () => fakerGenerator(generated, faker))
  const replies = new DocumentReplies(generated, withoutSlash(url), load)
  const queue = new ResponseQueue(() => replies.declared, seed)
  for (const { operation, ...response } of responses) queue.add(operation, response)
  const counted = createRateLimiter({
    limit,
    windowSeconds,
    clock: Date.now,
    counts: unloggedCounts(windowSeconds, Date.now),
  })

  // One app per request: browsers have no AsyncLocalStorage to pass the context to the operation.
  const appFor = (context: RequestContext) =>
    buildApp({
      operations: interceptOperations(stubs, (id, input) =>
        chooseReply(id, context, {
          queue,
          input,
          find: (operation, wanted) => replies.find(operation, wanted, seed),
          own: () => rejectWebhookUrl(id, input) ?? replies.find(id, {}, seed),
        }),
      ),
      extend: mountExamplePages(generated),
      strict: true,
      rateLimiter: counted,
      // Compares keys, not digests: browsers compute digests only asynchronously.
      authenticate: async (key = '') => {
        const account = keyAccounts.get(key)
        return account && { account, key: toId('key', key), rateLimit: null }
      },
      authenticateTiered: async () => undefined,
      clientAddress: () => 'local',
      onFault: fail,
      pages,
    })

  const respond = async (request: Request): Promise<Response> => {
    const context = readContext(request.headers.get('prefer') ?? '')
    const response = await withPreference(context, () => appFor(context).fetch(request))
    // Browsers cannot break off a response, so this is all that its page sees of a dropped connection.
    if (context.drop && context.drop !== 'after') return Response.error()
    return request.method === 'HEAD' ? new Response(null, response) : response
  }
  return [
    http.all(handledUrls(url), ({ request }) =>
      respond(new Request(splitUrl(request.url, url).rest, request)),
    ),
  ]
}

/** Rethrows errors of the mock to the caller instead of responding with a 500. */
function fail(_: unknown, error: unknown): never {
  throw error
}

/** Stands for the pictures, which are files of the server. */
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="#8c7f72" d="M0 0h4v3H0z"/></svg>`
