import { expect, test } from 'vitest'
import { startFakeShipStation } from '../../testing/fake-shipstation.ts'
import { terminal } from '../../testing/terminal.ts'
import { testShop } from '../../testing/test-shop.ts'

test('an interrupted orders sync says how to continue', async () => {
  const { server, campaign } = await testShop()
  const { merch } = terminal(server.config.databaseFile)
  const { access, next } = await startFakeShipStation()
  Object.assign(process.env, {
    ...{ PROVIDER_URL: access.url, PROVIDER_KEY: access.key, PROVIDER_SECRET: access.secret },
    ...{ PROVIDER_ACCOUNT: server.account, PROVIDER_CAMPAIGN: campaign },
  })
  // The provider does not respond before the signal.
  next(() => process.listeners('SIGINT').at(-1)?.('SIGINT'))
  expect(await merch('orders', 'sync')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'Stopped. Run the command again to continue.\n',
  })
})

test('orders sync rejects an account that does not exist', async () => {
  const { merch } = terminal()
  Object.assign(process.env, {
    ...{ PROVIDER_URL: 'https://127.0.0.1:1', PROVIDER_KEY: 'key', PROVIDER_SECRET: 'secret' },
    ...{ PROVIDER_ACCOUNT: 'acc_none', PROVIDER_CAMPAIGN: 'cmp_1' },
  })
  expect(await merch('orders', 'sync')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'No account acc_none. To list accounts, run: merch accounts list\n',
  })
})
