import { createControl } from './control/control-client.ts'
import { createMock } from './create-mock.ts'
import { handledUrls, withoutSlash } from './session-urls.ts'
import type { MockOptions, MockSession } from './types.ts'

/** A fixture of Playwright, for `test.extend`. */
export type MockFixture = (
  fixtures: { context: RoutedContext },
  use: (session: MockSession) => Promise<void>,
  testInfo: { testId: string; retry: number; repeatEachIndex: number },
) => Promise<void>

/** The part of Playwright's `BrowserContext` that the fixtures use. */
export type RoutedContext = {
  route(urls: RegExp, handle: (route: Route) => Promise<void>): Promise<unknown>
}

type Message = { status: number; headers: Record<string, string>; body: Buffer }

type Route = {
  request(): {
    url(): string
    method(): string
    allHeaders(): Promise<Record<string, string>>
    postDataBuffer(): Uint8Array | null
    isNavigationRequest(): boolean
  }
  continue(changes: { headers: Record<string, string> }): Promise<void>
  fulfill(response: Message): Promise<void>
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
  const mock = createMock({ baseUrl: url, ...options })
  return async ({ context }, use, testInfo) => {
    const session = mock.session(nameOf(testInfo))
    await context.route(handledUrls(url), (route) => respond(route, session))
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
    await context.route(handledUrls(url), async (route) =>
      route.continue({ headers: { ...(await route.request().allHeaders()), ...named } }),
    )
    const send: MockSession['fetch'] = (input, init) => {
      const isPath = typeof input === 'string' && input.startsWith('/')
      const target = isPath ? `${withoutSlash(url)}${input}` : input
      const request = new Request(target, init)
      request.headers.set('X-Mock-Session', name)
      return fetch(request)
    }
    const drop = async () => {
      await fetch(`${withoutSlash(url)}/__mock/sessions/${name}`, { method: 'DELETE' })
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
  const headers = Object.entries(await request.allHeaders()).filter(
    ([name]) => !notForwarded.test(name),
  )
  const body = request.postDataBuffer()
  const init = {
    method: request.method(),
    headers,
    ...(body && { body: new Uint8Array(body) }),
  }
  try {
    const response = await session.fetch(request.url(), init)
    const location = response.headers.get('location')
    const target = location === null ? undefined : new URL(location, request.url()).href
    // Playwright does not route the request that a browser makes for a redirect.
    if (target === undefined) await route.fulfill(await messageOf(response))
    else if (request.isNavigationRequest()) await route.fulfill(pageThatOpens(target, response))
    else await route.fulfill(await messageOf(await session.fetch(target, { headers })))
  } catch (error) {
    // The session drops the connection.
    if (!(error instanceof TypeError)) throw error
    await route.abort('connectionreset')
  }
}

const messageOf = async (response: Response): Promise<Message> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: Buffer.from(await response.arrayBuffer()),
})

/** Returns a page that opens a URL at once, with the cookie of a redirect. */
function pageThatOpens(url: string, redirect: Response): Message {
  const cookie = redirect.headers.get('set-cookie')
  return {
    status: 200,
    headers: { 'content-type': 'text/html', ...(cookie !== null && { 'set-cookie': cookie }) },
    body: Buffer.from(`<script>location.replace(${JSON.stringify(url)})</script>`),
  }
}
