import { makeSignInLink } from '../../../server/actions/sign-in.ts'
import type { Owner } from '../../../server/store/sessions-and-links.ts'
import { type FormFields, pageClient } from './recipient-browser.ts'
import type { TestServer } from './test-server.ts'

/** Returns a client that uses the portal like a browser without scripts. It sends the forms of pages. */
export const customerBrowser = (server: TestServer) => {
  const client = pageClient(server, '/portal')
  const { open, post } = client

  /** Opens a page and sends its last form with the fields. */
  const fill = async (page: string, fields: FormFields = {}, action = page) => {
    const { text } = await open(page)
    return post(action, { ...hiddenFields(text), ...fields })
  }

  const signIn = async (account = server.account) =>
    fill(`/sign-in/${await newSignInLink(server, { account })}`)

  const createKey = async (name: string) => {
    const { text } = await fill('/keys', { name })
    return />(mfk_\w{92})<\/textarea>/.exec(text)?.[1] ?? ''
  }

  /** Signs in and adds a webhook. Returns the path of its page. */
  const signInToWebhook = async (events: readonly string[] = ['order.shipped']) => {
    await signIn()
    const checked = Object.fromEntries(events.map((event) => [event, 'on']))
    const { text } = await fill('/webhooks', { url: 'https://hooks.example.com/', ...checked })
    return /\/portal(\/webhooks\/whk_[0-9a-f]{32})/.exec(text)?.[1] ?? ''
  }

  return { ...client, fill, signIn, signInToWebhook, createKey }
}

/** Returns the secret of a new sign-in link, of the server's account unless another owner is given. */
export const newSignInLink = (
  { store, account, time }: Pick<TestServer, 'store' | 'account' | 'time'>,
  owner: Owner = { account },
): Promise<string> => store.write((transaction) => makeSignInLink(transaction, owner, time.now))

/** Returns the hidden fields of a page's last form. */
export const hiddenFields = (page: string): FormFields => {
  const form = page.slice(page.lastIndexOf('<form'))
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
      ([, name, value]) => [name ?? '', value],
    ),
  )
}

/** Returns the paths of the revoke links on the keys page, newest key first. */
export const revokePaths = (page: string): string[] =>
  [...page.matchAll(/\/portal(\/keys\/key_[0-9a-f]{32}\/revoke)/g)].flatMap(
    ([, path]) => path ?? [],
  )
