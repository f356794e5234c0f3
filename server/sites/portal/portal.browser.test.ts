import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser } from '../../../testkit/browser.ts'
import { decoded, startMailServer } from '../../../testkit/mail-server.ts'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { smtpMailer } from '../../email/mailer.ts'
import { setAccountEmail } from '../../store/accounts.ts'
import { testServer } from '../../testing/test-server.ts'

/** Starts a server that sends sign-in links by SMTP. */
const portalWithMail = async () => {
  const { smtp, mails } = await startMailServer()
  const { log } = recordingLog()
  const mailer = smtpMailer({
    url: smtp,
    from: 'portal@example.com',
    service: { name: 'Merch' },
    log,
  })
  const server = await testServer({ parts: { mailer } })
  await server.store.write((transaction) =>
    setAccountEmail(transaction, server.account, 'zoe@example.com'),
  )
  await server.post('/v1/webhooks', {
    url: 'https://hooks.example.com/merch',
    events: ['order.created', 'order.shipped'],
  })
  /** Returns the link in the latest email. */
  const link = async (): Promise<string> => {
    await expect.poll(() => mails.length).toBeGreaterThan(0)
    const raw = decoded(mails.at(-1)?.raw ?? '')
    return /http:\/\/\S+\/portal\/sign-in\/[\w-]{43}/.exec(raw)?.[0] ?? ''
  }
  return { server, link }
}

/** Signs in with the link of the email, and waits for the page of keys. */
const signIn = async (page: Page, url: string, link: () => Promise<string>) => {
  await page.goto(`${url}/portal`)
  await page.getByLabel('Email of your account').fill('zoe@example.com')
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto(await link())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
}

test('signs in with the emailed link, creates a key, uses it and revokes it', async (context) => {
  const browser = await openBrowser(context)
  const { server, link } = await portalWithMail()
  const { url } = server
  const opened = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await opened.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await signIn(page, url, link)

  await page.getByLabel('Key name').fill('Warehouse sync')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('status').getByText('Copied to the clipboard').waitFor({ state: 'attached' })
  const key = String(await page.evaluate('navigator.clipboard.readText()'))
  expect((await server.request({ path: '/v1/auth', key })).status).toBe(200)
  // A reload sends the form again.
  await page.reload()
  await page.getByRole('heading', { name: 'This key was created already' }).waitFor()

  await page.goto(`${url}/portal/keys`)
  await page.getByRole('link', { name: 'Revoke Warehouse sync' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('Warehouse sync is revoked.').waitFor()
  expect((await server.request({ path: '/v1/auth', key })).status).toBe(401)

  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('rowheader', { name: 'hooks.example.com/merch' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  // The 409 of the form that was sent twice is expected.
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
})

test('works without scripts and without a mouse', async (context) => {
  const browser = await openBrowser(context)
  const { server, link } = await portalWithMail()
  const opened = await browser.newContext({ javaScriptEnabled: false })
  const page = await opened.newPage()
  await signIn(page, server.url, link)
  await page.getByLabel('Key name').focus()
  await page.keyboard.type('Till')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your new key' }).waitFor()
  expect(await page.getByLabel('Till').inputValue()).toMatch(/^mfk_\w{92}$/)
  await page.getByRole('link', { name: 'Done' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Revoke Till' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Revoke key' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Till is revoked.').waitFor()

  await page.goto(`${server.url}/portal/webhooks`)
  await page.getByLabel('URL').focus()
  await page.keyboard.type('https://hooks.example.com/till')
  await page.getByLabel('order.shipped').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your new webhook' }).waitFor()
  const receiver = (language: string) =>
    page.getByRole('region', { name: `Receiver in ${language}` }).isVisible()
  const visible = () => Promise.all(['Node', 'Python', 'PHP'].map(receiver))
  expect(await visible()).toEqual([true, false, false])
  await page.getByText('Python', { exact: true }).focus()
  await page.keyboard.press('Enter')
  expect(await visible()).toEqual([false, true, false])
})
