import { expect, test } from 'vitest'
import { openBrowser } from '../../../testkit/browser.ts'
import { portalWithMail, signIn } from '../../testing/portal-page.ts'

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
  await page.getByRole('radio', { name: 'Node' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(await visible()).toEqual([false, true, false])
  await page.keyboard.press('ArrowRight')
  expect(await visible()).toEqual([false, false, true])
})
