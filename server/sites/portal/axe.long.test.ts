import { expect, test } from 'vitest'
import { auditPage } from '../../../testkit/audit-page.ts'
import { openBrowser } from '../../../testkit/browser.ts'
import { portalWithMail, signIn } from '../../testing/portal-page.ts'

test('axe reports no problem on any page, light and dark, wide and narrow', async (context) => {
  const browser = await openBrowser(context)
  const { server, link } = await portalWithMail()
  const page = await browser.newPage()
  const look = async (what: string) => expect(await auditPage(page, `portal-${what}`)).toEqual([])

  await page.goto(`${server.url}/portal/sign-in`)
  await look('sign-in')
  await signIn(page, server.url, link)
  await look('keys')
  await page.getByLabel('Key name').fill(' ')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Enter a key name').first().waitFor()
  await look('keys-rejected')
  await page.getByLabel('Key name').fill('Warehouse sync')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('heading', { name: 'Your new key' }).waitFor()
  await look('new-key')
  await page.goto(`${server.url}/portal/keys`)
  await page.getByRole('link', { name: 'Revoke Warehouse sync' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).waitFor()
  await look('revoke')
  await page.goto(`${server.url}/portal/webhooks`)
  await page.getByLabel('URL').fill('https://hooks.example.com/two')
  await page.getByLabel('order.created').check()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByRole('heading', { name: 'Your new webhook' }).waitFor()
  await look('new-webhook')
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('The test was delivered').waitFor()
  await look('webhook')
  for (const name of ['webhooks', 'nothing']) {
    await page.goto(`${server.url}/portal/${name}`)
    await look(name)
  }
})
