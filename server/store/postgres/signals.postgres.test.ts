import { expect, onTestFinished, test } from 'vitest'
import { testServer } from '../../../tests/kit/server/test-server.ts'

test('a server receives the signal of a command, also after its connection was lost', async () => {
  const { database, store } = await testServer({ demo: false })
  const command = await database.open()
  onTestFinished(() => command.close())
  expect(await command.signals.hasReceiver()).toBe(false)
  let signals = 0
  const stop = store.signals.receive(() => {
    signals++
  })
  await expect.poll(() => command.signals.hasReceiver()).toBe(true)
  // One of the connection.
  await expect.poll(() => signals).toBe(1)
  await command.signals.send()
  await expect.poll(() => signals).toBe(2)

  const listening = `from pg_stat_activity where query = 'listen merch_deliveries'`
  await database.query(`select pg_terminate_backend(pid) ${listening}`)
  await expect.poll(() => signals).toBe(3)
  await command.signals.send()
  await expect.poll(() => signals).toBe(4)
  await stop()
  await expect.poll(() => command.signals.hasReceiver()).toBe(false)
})
