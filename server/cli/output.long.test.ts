import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, test } from 'vitest'
import { programEnvironment } from '../../tests/kit/run.ts'
import { makeTemporaryFolder, temporaryFolder } from '../../tests/kit/temporary-folder.ts'

// Commands on the demo's database, in a shell whose stdout is a full disk or a pipe that nobody reads.

/** Commands that print a line, many lines or nothing, that change something, or that fail. */
const commands = [
  'keys create --account $ACCOUNT --name checkout',
  'keys revoke $KEY',
  'orders list --format csv',
  'orders cancel $ORDER',
  'export',
  'backup $FOLDER/backup.db',
  'distribute',
  '--help',
]

const root = join(import.meta.dirname, '../..')
const demo = makeTemporaryFolder()
const source = join(demo.path, 'merch.db')
const environment: Record<string, string> = { ...programEnvironment() }

/** Runs a command in a shell, in which the table's variables are set, on a copy of the demo's database. */
const merch = (line: string, redirect = '') => {
  const FOLDER = temporaryFolder()
  const file = join(FOLDER, 'merch.db')
  copyFileSync(source, file)
  const command = `set -o pipefail; "${process.execPath}" server/cli/main.ts ${line} ${redirect}`
  const env = { ...environment, FOLDER, DATABASE_URL: `file:${file}` }
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr, file }
}

const valueIn = (file: string, sql: string): string => {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare(sql).get()
  database.close()
  return String(row?.value)
}

beforeAll(() => {
  const env = { ...environment, DATABASE_URL: `file:${source}` }
  execFileSync(process.execPath, ['server/cli/main.ts', 'seed', 'demo'], { cwd: root, env })
  Object.assign(environment, {
    ACCOUNT: valueIn(source, 'select id as value from accounts'),
    KEY: valueIn(source, 'select id as value from api_keys'),
    ORDER: valueIn(source, `select id as value from orders where status = 'AWAITING_SHIPMENT'`),
  })
  return demo.remove
})

const activeKeys = 'select count(*) as value from api_keys where revoked_at is null'

test.each(commands)('%s fails on a full disk, and not at a closed pipe', (line) => {
  const { status, stdout } = merch(line)
  const full = merch(line, '> /dev/full')
  expect(full.status).toBe(stdout === '' ? status : 1)
  if (stdout !== '')
    expect(full.stderr).toContain('Cannot write the output: ENOSPC: no space left on device')
  expect(valueIn(full.file, activeKeys)).toBe(line === 'keys revoke $KEY' ? '0' : '1')
  // The shell's own program closes its end before the command has started.
  const closed = merch(line, '| exec true')
  expect([closed.status, closed.stderr]).toEqual([status, expect.not.stringContaining('EPIPE')])
})
