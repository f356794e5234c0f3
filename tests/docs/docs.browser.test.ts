import { expect, type TestContext, test } from 'vitest'
import { servedMock } from '../../mock/testing/served-mock.ts'
import { testServer } from '../../server/testing/test-server.ts'
import { buildDocs, openDocs } from './open-docs.ts'

// docs.long.test.ts checks every operation, event and chapter, and the results of searches.

/** Opens the docs that a server serves. */
const served = async (context: TestContext, place = '') => {
  await buildDocs()
  const server = await testServer({ demo: false })
  return openDocs(context, `${server.url}/docs${place}`)
}

test('The docs open without requests to other hosts, and have a search', async (context) => {
  const { page, problems } = await served(context, '#/orders/createorder')
  await page.getByRole('heading', { name: 'Create an order' }).first().waitFor()
  await page.getByTestId('search-trigger').getByText('Search').waitFor()
  expect(problems).toEqual([])
})

test('The docs open from the mock too', async (context) => {
  await buildDocs()
  const { address } = await servedMock()
  const { page, problems } = await openDocs(context, `${address}/docs#/orders/createorder`)
  await page.getByRole('heading', { name: 'Create an order' }).first().waitFor()
  expect(problems).toEqual([])
})
