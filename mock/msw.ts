import { http, type RequestHandler } from 'msw'
import { createMock } from './create-mock.ts'
import { handledUrls } from './session-urls.ts'
import type { HandlersOptions } from './types.ts'

/**
 * Creates MSW handlers for a mock in this process, so that tests need no server. In browsers, this module has
 * handlers without memory.
 * @param options those of the mock, and the base URL of the client under test. With `mock`, the handlers are of
 *   that mock, and its control resets it between tests.
 *
 * @example
 * const mock = createMock({ baseUrl: url })
 * const server = setupServer(...handlers({ url, mock }))
 * @throws {InvalidRequest} if an option is not valid.
 */
export const handlers = ({ url, mock: given, ...options }: HandlersOptions): RequestHandler[] => {
  const mock = given ?? createMock({ baseUrl: url, ...options })
  return [
    http.all(handledUrls(url), async ({ request }) => {
      try {
        return await mock.fetch(request)
      } catch (error) {
        // The mock drops the connection.
        if (error instanceof TypeError) return Response.error()
        throw error
      }
    }),
  ]
}
