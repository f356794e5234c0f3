import { expect, type TestContext, test } from 'vitest'
import { testServer } from '../../server/testing/test-server.ts'
import { buildDocs, openDocs } from './open-docs.ts'

// Every operation, event and chapter, and what the search finds, is looked at in docs.long.test.ts.

/** The docs as a server serves them. */
const served = async (context: TestContext, place = '') => {
  await buildDocs()
  const server = await testServer({ demo: false })
  return openDocs(context, `${server.url}/docs${place}`)
}

test('the docs open, ask nobody else for anything, and have a search', async (context) => {
  const { page, problems } = await served(context, '#/orders/createorder')
  await page.getByRole('heading', { name: 'Create an order' }).first().waitFor()
  await page.getByTestId('search-trigger').getByText('Search').waitFor()
  expect(problems).toEqual([])
})
