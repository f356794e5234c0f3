import { expect, onTestFinished, test, vi } from 'vitest'
import { recordedAttempt } from '../../tests/kit/server/recorded-attempt.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { type AccountId, toId } from '../domain/ids.ts'
import { listContacts } from './contacts.ts'
import { listStockHistory, unitsBack } from './inventory.ts'
import { findHeldInviteById } from './invites.ts'
import { lookUpOrders } from './order-search.ts'
import { listImportedOrders, listOrders } from './orders.ts'
import { lockOrders } from './people.ts'
import { ofAllAccounts } from './statement.ts'
import type { Statement, Transaction } from './store.ts'
import { listVariants } from './variants.ts'
import { listLastAttempts, recordAttempts } from './webhooks/attempts.ts'

const ids = ['1', '2', '3', '4']
const campaignId = toId('cmp', 'cmp_1')
const deep = { limit: 100, offset: 1000 }
const order = { id: toId('ord', 'ord_1'), products: [{ sku: 'T' }] }

/** Statements that need a few rows of an account, which may have many. */
const statements: Record<string, (run: Transaction, account: AccountId) => Promise<unknown>> = {
  'orders by a number': (run, account) => lookUpOrders(run, 'MF-100001', account),
  'orders of all accounts by a number': (run) => lookUpOrders(run, 'MF-100001', undefined),
  'orders by the number of a source': (run, account) =>
    listOrders(run, account, { sourceOrderNumber: 'S1' }, { limit: 100, offset: 0 }),
  'a deep page of orders': (run, account) => listOrders(run, account, {}, deep),
  'a page of contacts': (run, account) => listContacts(run, account, { campaignId }, deep),
  'a deep page of variants': (run, account) => listVariants(run, { account, ...deep }, ''),
  'orders by their ids at a source': (run, account) => listImportedOrders(run, account, 'x', ids),
  'the orders of a person': (run, account) => lockOrders(run, account, 'ada@example.com'),
  'an invite by its id': (run, account) => findHeldInviteById(run, account, toId('inv', 'inv_1')),
  'the stock history of a SKU': (run, account) => listStockHistory(run, account, 'T'),
  'the units of an order that came back': (run, account) =>
    unitsBack(run, account, order, { until: undefined }),
  'the last attempts': (run, account) => listLastAttempts(run, account),
  'attempts to delete': (run, account) =>
    recordAttempts(run, [recordedAttempt(account, toId('whk', 'whk_1'))]),
}

/** Reads all rows of a table, or all of an account or a campaign, or looks for each of them among a few. */
const readsAll =
  /^SCAN (orders|attempts|event|invite|variants)\b|^SEARCH (?!.*COVERING).*\(account_id=\?( AND campaignId=\?)?\)$|BLOOM/

test.each(Object.entries(statements))('%s: rows are found by an index', async (_, run) => {
  // One of a hundred attempts deletes old ones.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => void vi.restoreAllMocks())
  const { store, account } = await testServer({ demo: false })
  const plans: string[] = []
  await store.write(async (transaction) => {
    const explained = async (statement: Statement): Promise<Statement> => {
      const plan = await transaction.all<{ detail: string }>(
        ofAllAccounts`explain query plan ${statement.query}`,
      )
      if (!statement.isLong) plans.push(...plan.map(({ detail }) => detail))
      return statement
    }
    const recording: Transaction = {
      ...transaction,
      all: async (statement) => transaction.all(await explained(statement)),
      first: async (statement) => transaction.first(await explained(statement)),
      run: async (statement) => transaction.run(await explained(statement)),
    }
    await run(recording, toId('acc', account))
  })
  expect(plans.join('\n')).toContain('SEARCH')
  expect(plans.filter((line) => readsAll.test(line))).toEqual([])
})
