import { join } from 'node:path'
import { startProgram, waitForOutput } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

/** Starts a server as users do, and returns its URL and key. */
export const startOrdinaryServer = async (budget = '1000000') => {
  const child = startProgram('server/main.ts', [], {
    PORT: '0',
    DATABASE_URL: `file:${join(temporaryFolder(), 'merch.db')}`,
    RATE_LIMIT_BUDGET: budget,
  })
  const printed = await waitForOutput(child, /curl .*\n/)
  const [, url = ''] = /listening on (\S+)/.exec(printed) ?? []
  const [key = ''] = /mfk_\w+/.exec(printed) ?? []
  return { url, key }
}
