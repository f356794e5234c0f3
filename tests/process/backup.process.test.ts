import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findInconsistencies } from '../kit/server/find-inconsistencies.ts'
import { terminal } from '../kit/server/terminal.ts'
import { shellLines, wordsOf } from '../kit/shell-lines.ts'
import { seededFile, startServer } from './server-process.ts'

/** Starts a server and four clients that create orders until it is stopped. */
const busyServer = async () => {
  const { databaseFile, key, campaign, folder } = await seededFile()
  const server = await startServer({ databaseFile, key })
  const acknowledged: string[] = []
  let stopped = false
  const clients = Array.from({ length: 4 }, async () => {
    while (!stopped) {
      const { status, id } = await server.order(campaign)
      expect(status).toBe(201)
      acknowledged.push(id)
    }
  })
  const stop = async (signal: NodeJS.Signals) => {
    stopped = true
    await Promise.all(clients)
    expect(await server.stop(signal)).toBe(signal === 'SIGTERM' ? 0 : null)
  }
  return { databaseFile, key, folder, acknowledged, stop }
}

test.each([
  ['a server was stopped, which leaves no write-ahead log', 'SIGTERM'],
  ['a server was killed and left its write-ahead log', 'SIGKILL'],
] as const)(
  'A backup made under load is consistent and has every order acknowledged before, restored after %s',
  async (_, signal) => {
    const { databaseFile, key, folder, acknowledged, stop } = await busyServer()
    await expect.poll(() => acknowledged.length).toBeGreaterThan(50)
    const before = [...acknowledged]
    const file = join(folder, 'backup.db')
    expect(await terminal(databaseFile).merch('backup', file)).toEqual({
      status: 0,
      stdout: `${file}\n`,
      stderr: '',
    })
    const after = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(after + 10)
    await stop(signal)
    const beside = readdirSync(dirname(databaseFile)).filter((name) => /test\.db-/.test(name))
    expect(beside).toEqual(signal === 'SIGKILL' ? ['test.db-shm', 'test.db-wal'] : [])

    // The documented command restores the backup.
    const [line = ''] = shellLines('docs/operating.md').filter((line) =>
      / merch restore /.test(line),
    )
    const args = wordsOf(line.replaceAll('/backups/merch.db', file)).slice(2)
    writeFileSync(`${file}.erasures`, '')
    await terminal(databaseFile).ok(...args)
    expect(findInconsistencies(databaseFile)).toEqual([])
    const { request, stop: stopAgain } = await startServer({ databaseFile, key })
    const found = await Promise.all(
      before.map(async (id) => (await request({ path: `/v1/orders/${id}` })).status),
    )
    expect(found).toEqual(before.map(() => 200))
    const last = acknowledged.at(-1)
    expect((await request({ path: `/v1/orders/${last}` })).status).toBe(404)
    expect(await stopAgain()).toBe(0)
    expect(findInconsistencies(databaseFile)).toEqual([])
  },
)
