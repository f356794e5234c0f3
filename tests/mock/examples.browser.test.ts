import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../../contract-tests/own/mock-target.ts'
import { Campaign, Contact } from '../../generated/schemas.ts'
import { serveExamples } from '../../mock/examples/serve.ts'
import { testServer } from '../../server/testing/test-server.ts'
import { openBrowser } from '../../testkit/browser.ts'

// msw.browser.test.ts opens it with MSW.
test('The page works with the mock and with the server', async (context) => {
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
})
