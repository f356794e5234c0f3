import { createInterface } from 'node:readline'
import { spawnProgram } from './run.ts'

/** Names under `.test` resolve to this machine. */
const dnsOfTestNames = new URL('dns-of-test-names.ts', import.meta.url).href

type SpawnOptions = {
  databaseUrl: string
  environment?: Record<string, string>
  /** Default: a free port. Required with BASE_URL. */
  port?: number
  /** Called with each line of the log. */
  onLine?: (line: string) => void
}

/** Starts the server in a process of its own, which is killed at the latest when this one exits. */
export const spawnServer = async ({
  databaseUrl,
  environment = {},
  port = 0,
  onLine = () => {},
}: SpawnOptions) => {
  const settings = {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_BUDGET: '2000000000',
    NODE_OPTIONS: `--import=${dnsOfTestNames}`,
    ...environment,
  }
  const { child, ended } = spawnProgram('server/main.ts', [], settings, 'inherit')
  const lines: string[] = []
  const address = await new Promise<string>((resolve, reject) => {
    if (child.stdout)
      createInterface(child.stdout).on('line', (line) => {
        lines.push(line)
        onLine(line)
        const [, address] = /"address":"([^"]+)"/.exec(line) ?? []
        if (address !== undefined) resolve(address)
      })
    void ended.then((status) =>
      reject(new Error(`The server ended with ${status} on its start: ${lines.join('\n')}`)),
    )
  })
  // The server logs its BASE_URL.
  const url = port === 0 ? address : `http://127.0.0.1:${port}`
  return { url, port: Number(new URL(url).port), child, ended, lines }
}

export type SpawnedServer = Awaited<ReturnType<typeof spawnServer>>
