import { makeSignInLink } from '../actions/sign-in.ts'
import { type FormFields, hiddenFieldValue, urlencoded } from './recipient-browser.ts'
import type { TestResponse, TestServer } from './test-server.ts'

/**
 * Returns a client that uses the portal like a browser without scripts: it keeps the cookie and sends
 * the forms of pages.
 */
export const customerBrowser = (server: TestServer) => {
  let cookie: string | undefined

  const request = async (
    method: string,
    path: string,
    sent: { headers?: Record<string, string | undefined>; body?: string } = {},
  ): Promise<TestResponse> => {
    const headers = { cookie, ...sent.headers }
    const response = await server.request({
      ...sent,
      method,
      path: `/portal${path}`,
      headers,
      key: null,
      unchecked: true,
    })
    cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
    return response
  }

  const open = (path: string) => request('GET', path)

  const post = (
    path: string,
    fields: FormFields,
    headers: Record<string, string | undefined> = {},
  ) =>
    request('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: urlencoded(fields),
    })

  /** Opens a page and sends its last form with the fields. */
  const fill = async (page: string, fields: FormFields = {}, action = page) => {
    const { text } = await open(page)
    const hidden = /name="id"/.test(text) ? { id: hiddenFieldValue(text, 'id') } : {}
    return post(action, { token: hiddenFieldValue(text, 'token'), ...hidden, ...fields })
  }

  const signIn = async (account = server.account) => {
    const link = await server.store.write((transaction) =>
      makeSignInLink(transaction, account, server.time.now),
    )
    return fill(`/sign-in/${link}`)
  }

  /** Creates a key and returns it. */
  const createKey = async (name: string) => {
    const { text } = await fill('/keys', { name })
    return />(mfk_\w{92})<\/textarea>/.exec(text)?.[1] ?? ''
  }

  return { request, open, post, fill, signIn, createKey, cookie: () => cookie }
}

/** Returns the paths of the revoke links on the keys page, newest key first. */
export const revokePaths = (page: string): string[] =>
  [...page.matchAll(/\/portal(\/keys\/key_[0-9a-f]{32}\/revoke)/g)].flatMap(
    ([, path]) => path ?? [],
  )
