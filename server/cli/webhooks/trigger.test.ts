import { expect, test } from 'vitest'
import { toId } from '../../domain/ids.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { insertSubscription } from '../../store/webhooks.ts'
import { terminal } from '../../testing/terminal.ts'

test('webhooks trigger names the only subscription, and fails if no delivery succeeds', async () => {
  const { merch, ok, file } = terminal()
  const account = toId('acc', (await ok('accounts', 'create', '--name', 'Harbor')).trim())
  const trigger = () => merch('webhooks', 'trigger', 'order.shipped', '--account', account)
  expect(await trigger()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^No active subscription of acc_\w+ to order\.shipped\. .*\n$/),
  })

  // Deliveries do not go to this machine.
  const url = 'https://127.0.0.1:1/'
  const store = await openSqliteStore(file)
  await store.write((transaction) =>
    insertSubscription(transaction, account, {
      ...{ id: toId('whk', 'whk_1'), url, canonicalUrl: url, events: ['order.shipped'] },
      ...{ active: true, secret: 'whsec_1', createdAt: '', updatedAt: '' },
    }),
  )
  await store.close()
  const { status, stdout, stderr } = await trigger()
  expect([status, stdout]).toEqual([
    1,
    expect.stringMatching(/^whk_1\thttps:[^\t]+\t.*\t\d+ ms\n$/),
  ])
  expect(stderr).toMatch(/^Active subscriptions receive this like a new event: https:\S+\n/)
  expect(stderr).toMatch(/\n1 of 1 deliveries failed\n$/)
})
