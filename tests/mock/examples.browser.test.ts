import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../../contract-tests/own/mock-target.ts'
import { Campaign, Contact } from '../../generated/schemas.ts'
import { demoKeys } from '../../mock/demo-keys.ts'
import { serveExamples } from '../../mock/examples/serve.ts'
import { testServer } from '../../server/testing/test-server.ts'
import { openBrowser } from '../../testkit/browser.ts'

test('The page works with the mock, with the server and, during development, with MSW alone', async (context) => {
  const browser = await openBrowser(context)
  const mock = await startMock({ stateful: false, budget: 10 })
  onTestFinished(mock.stop)
  const server = await testServer({ environment: { RATE_LIMIT_BUDGET: '20' } })
  const { address, stop } = await serveExamples({ port: 0, server: server.url })
  onTestFinished(stop)
  const page = await browser.newPage()
  const shown = async (query: string, last: string) => {
    await page.goto(`${address}/?${query}`)
    await page.getByText(last).waitFor()
    return page.locator('body').innerText()
  }

  expect(await shown(`url=${mock.url}&key=${mock.key}`, '200, 8 left')).toMatch(
    /maya\.lindqvist@example\.com/,
  )
  expect(await shown(`url=${mock.url}&key=wrong`, '401, 6 left')).not.toMatch(/@/)

  const text = await shown(`key=${server.key}`, '200, 18 left')
  const campaigns = Campaign.array().parse((await server.get('/v1/campaigns/list')).body)
  const path = `/v1/contacts/list?campaignId=${campaigns[0]?.id}`
  const contacts = Contact.array().parse((await server.get(path)).body)
  expect(contacts).toHaveLength(20)
  for (const { lastName, email } of contacts)
    expect(text).toMatch(new RegExp(`${lastName}\\s+${email}`))

  // With MSW it needs neither mock nor server.
  const msw = `msw&url=http://127.0.0.1:1&key=${demoKeys.demo}`
  expect(await shown(msw, '200, 998 left')).toMatch(/maya\.lindqvist@example\.com/)
})
