import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { issueKey } from '../../server/actions/issue-key.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { newId } from '../../server/domain/ids.ts'
import { insertAccount } from '../../server/store/accounts.ts'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import { smallAccount } from '../../server/testing/small-account.ts'
import { requestsTo } from '../../server/testing/test-server.ts'
import { spawnServer } from '../../testkit/spawn-server.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import type { Certificate } from '../../testkit/tls.ts'
import { deliveringTo } from './delivering-to.ts'

/** Creates a database file with an account, its key, and a campaign with stock. */
export const seededFile = async (stock: Record<string, number> = { T: 100_000 }) => {
  const folder = temporaryFolder()
  const databaseFile = join(folder, 'test.db')
  const store = await openSqliteStore(databaseFile)
  const time = { now: Date.now() }
  const account = newId('acc')
  const key = await store.write(async (transaction) => {
    const createdAt = timestamp(time.now)
    await insertAccount(transaction, { id: account, name: 'Test', createdAt })
    return issueKey(transaction, account, 'test', time.now)
  })
  const small = smallAccount({ store, account, time })
  const skus = Object.keys(stock)
  for (const sku of skus) await small.variant(sku)
  const campaign = await small.campaign(skus)
  await small.warehouse(stock)
  await store.close()
  return { folder, databaseFile, account, key, campaign }
}

type Options = {
  databaseFile: string
  /** The key of the requests. */
  key: string
  /** The certificate that deliveries trust. Allows deliveries to loopback addresses. */
  certificate?: Certificate
  environment?: Record<string, string>
  /** The program and its arguments; the server by default. */
  program?: [path: string, ...args: string[]]
}

const names = new URL('../../testkit/resolve-test-names.ts', import.meta.url).href

/** Returns the settings for deliveries to loopback addresses, to which names under `.test` resolve. */
export const deliveringHere = (
  folder: string,
  certificate: Certificate,
): Record<string, string> => ({
  ...deliveringTo(folder, certificate),
  NODE_OPTIONS: `--import=${names}`,
})

/** Starts the server in a child process, on an existing database. It is killed after the test. */
export const startServer = async (options: Options) => {
  const { databaseFile, key, certificate, environment = {}, ...program } = options
  const { url, child, ended, lines } = await spawnServer({
    ...program,
    databaseUrl: `file:${databaseFile}`,
    environment: {
      ...(certificate ? deliveringTo(temporaryFolder(), certificate) : {}),
      ...environment,
    },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return { child, address: url, ended, request: requestsTo(url, key), log: () => lines.join('\n') }
}
