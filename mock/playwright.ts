import { createControl } from './control/control-client.ts'
import { createMock } from './create-mock.ts'
import { handledUrls } from './handled-urls.ts'
import type { MockOptions, MockSession } from './types.ts'

/** A fixture of Playwright, for `test.extend`. */
export type MockFixture = (
  fixtures: { context: RoutedContext },
  use: (session: MockSession) => Promise<void>,
  testInfo: { testId: string; retry: number; repeatEachIndex: number },
) => Promise<void>

/** The part of Playwright's `BrowserContext` that the fixtures use. */
export type RoutedContext = {
  route(isOurs: (url: URL) => boolean, handle: (route: Route) => Promise<void>): Promise<unknown>
}

type Route = {
  request(): {
    url(): string
    method(): string
    allHeaders(): Promise<Record<string, string>>
    postDataBuffer(): Uint8Array | null
  }
  continue(changes: { headers: Record<string, string> }): Promise<void>
  fulfill(response: {
    status: number
    headers: Record<string, string>
    body: Buffer
  }): Promise<void>
  abort(code: 'connectionreset'): Promise<void>
}

/**
 * Returns a fixture that handles the requests of a test's pages in the test's process, by a session of the
 * test's own.
 * @param url the base URL of the client under test
 *
 * @example
 * const test = base.extend<{ mock: MockSession }>({ mock: mockFixture({ url: 'http://api.example.test' }) })
 */
export const mockFixture = ({ url, ...options }: MockOptions & { url: string }): MockFixture => {
  const mock = createMock({ baseUrl: new URL(url).origin, ...options })
  return async ({ context }, use, testInfo) => {
    const session = mock.session(nameOf(testInfo))
    await context.route(handledUrls(new URL(url).origin), (route) => respond(route, session))
    await use(session)
    await session.drop()
  }
}

/**
 * Returns a fixture that sends the requests of a test's pages to a session of the test's own in a running mock.
 * @param url the URL of the mock, which is also the base URL of the client under test
 */
export const sessionFixture = ({ url }: { url: string }): MockFixture => {
  return async ({ context }, use, testInfo) => {
    const name = nameOf(testInfo)
    const named = { 'x-mock-session': name }
    await context.route(handledUrls(new URL(url).origin), async (route) =>
      route.continue({ headers: { ...(await route.request().allHeaders()), ...named } }),
    )
    const send: MockSession['fetch'] = (input, init) => {
      const request = new Request(input instanceof Request ? input : new URL(input, url), init)
      request.headers.set('X-Mock-Session', name)
      return fetch(request)
    }
    const drop = async () => {
      await fetch(new URL(`/__mock/sessions/${name}`, url), { method: 'DELETE' })
    }
    await use({ fetch: send, control: createControl(send), drop })
    await drop()
  }
}

function nameOf({ testId, retry, repeatEachIndex }: Parameters<MockFixture>[2]): string {
  return `${testId}-${repeatEachIndex}-${retry}`
}

/** Headers that describe the connection rather than the request. */
const notForwarded = /^(:.*|connection|content-length|host)$/

async function respond(route: Route, session: MockSession): Promise<void> {
  const request = route.request()
  const headers = Object.entries(await request.allHeaders())
  const body = request.postDataBuffer()
  try {
    const response = await session.fetch(request.url(), {
      method: request.method(),
      headers: headers.filter(([name]) => !notForwarded.test(name)),
      ...(body && { body: new Uint8Array(body) }),
    })
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    })
  } catch (error) {
    // The session drops the connection.
    if (!(error instanceof TypeError)) throw error
    await route.abort('connectionreset')
  }
}
