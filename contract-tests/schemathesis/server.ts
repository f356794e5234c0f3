import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ended, output, startProgram } from './programs.ts'

/** Resolves with a program's output once it matches. Keeps reading, as a full pipe would block the program. */
const waitFor = (stream: Readable, pattern: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = ''
    stream.on('data', (chunk: Buffer) => {
      if (pattern.test(printed)) return
      printed += chunk.toString()
      if (pattern.test(printed)) resolve(printed)
    })
    stream.once('end', () => reject(new Error(`The server did not start:\n${printed}`)))
  })

const found = (text: string, pattern: RegExp): string => {
  const [, group] = pattern.exec(text) ?? []
  if (group === undefined) throw new Error(`The server's output does not match ${pattern}`)
  return group
}

/** Creates keys that must be rejected and a key of another account, in the server's database. */
const otherKeys = async (settings: Record<string, string>) => {
  const merch = (...args: string[]) => output('server/cli/main.ts', args, settings)
  const issue = (account: string, name: string) =>
    merch('keys', 'create', '--account', account, '--name', name)

  const other = await merch('accounts', 'create', '--name', 'Another account')
  const revoked = await issue(other, 'revoked')
  const [id = ''] = (await merch('keys', 'list', '--account', other)).split('\t')
  await merch('keys', 'revoke', id)
  const otherKey = await issue(other, 'other')

  const gone = await merch('accounts', 'create', '--name', 'A deactivated account')
  const deactivated = await issue(gone, 'deactivated')
  await merch('accounts', 'deactivate', gone)
  return {
    MERCH_OTHER_KEY: otherKey,
    MERCH_REVOKED_KEY: revoked,
    MERCH_DEACTIVATED_KEY: deactivated,
  }
}

/** A server with its own demo data. */
export type Server = {
  url: string
  /** The server's address and keys, as environment variables for the hooks. */
  variables: Record<string, string>
  stop(): Promise<void>
}

/** Starts a server on a database in a folder, with a rate limit that no run reaches. */
export const startServer = async (folder: string): Promise<Server> => {
  const settings = { DATABASE_URL: `file:${join(folder, 'merch.db')}`, LOG_LEVEL: 'error' }
  const listening = { HOST: '127.0.0.1', PORT: '0', RATE_LIMIT_BUDGET: '10000000', SEED_DEMO: '1' }
  const child = startProgram('server/main.ts', [], { ...settings, ...listening })
  const end = ended(child)
  child.stderr.pipe(process.stderr)
  const stop = async () => {
    child.kill()
    await end
  }
  try {
    const printed = await waitFor(child.stdout, /curl .*\n/)
    const url = found(printed, /listening on (\S+)/)
    const key = found(printed, /Bearer ([^']+)'/)
    const variables = { MERCH_URL: url, MERCH_KEY: key, ...(await otherKeys(settings)) }
    return { url, variables, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
