import { join } from 'node:path'
import { seedDemo } from '../../server/demo/seed-demo.ts'
import type { AccountId } from '../../server/domain/ids.ts'
import { serve } from '../../server/testing/serve.ts'
import { makeTemporaryFolder } from '../../testkit/temporary-folder.ts'

export type DemoServer = Awaited<ReturnType<typeof startDemoServer>>

/** Starts a server with the demo account. */
export const startDemoServer = async (environment: Record<string, string> = {}) => {
  const folder = makeTemporaryFolder()
  const server = await serve({ databaseFile: join(folder.path, 'merch.db'), environment })
  const { store, time } = server
  const account: AccountId = await store.write((transaction) => seedDemo(transaction, time.now))
  const close = async () => {
    await server.stop()
    folder.remove()
  }
  return { ...server, account, close }
}
