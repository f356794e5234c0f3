import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import type { Store } from '../../server/store/store.ts'
import {
  type PostgresCluster,
  postgresPrograms,
  startPostgresCluster,
} from '../kit/postgres-cluster.ts'
import { read, root } from '../kit/project.ts'
import { seedShop } from '../kit/server/test-shop.ts'
import { shellLines } from '../kit/shell-lines.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await startPostgresCluster()
  return () => cluster.stop()
})

/** Stands for Docker: runs what a container would run here, and copies files. */
const docker = `#!/bin/sh
shift
command=$1; shift
while [ "\${1#-}" != "$1" ]; do shift; done
case $command in
  exec | run) shift; exec "$@" ;;
  cp) cp "\${1#*:}" "$2" ;;
esac
`

/** Runs the lines of the docs about containers that begin with `docker compose` and have the pattern. */
const runLines = (pattern: RegExp, folder: string, environment: Record<string, string>) => {
  const programs = { docker, merch: `#!/bin/sh\nexec node '${root}/server/cli/main.ts' "$@"\n` }
  mkdirSync(join(folder, 'bin'))
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, 'bin', name), text)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  const text = read('docs/operating.md')
  const [, section = ''] = /^### Backups of containers(.*?)^### /ms.exec(text) ?? []
  const lines = shellLines('docs/operating.md').filter((line) => section.includes(line))
  const path = [join(folder, 'bin'), postgresPrograms, dirname(process.execPath), process.env.PATH]
  const env = { ...environment, PATH: path.join(delimiter) }
  const run = (line: string) =>
    execFileSync('sh', ['-e', '-c', line.replaceAll('/data/', `${folder}/data/`)], {
      cwd: folder,
      env,
    })
  return { lines: lines.filter((line) => pattern.test(line)), run }
}

const accountsOf = async (store: Store) => {
  const { account } = await seedShop(store)
  await store.close()
  return account
}

test('the documented lines restore a backup of SQLite in a container, for its user alone', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'data/merch.db')
  const account = await accountsOf(await openSqliteStore(file))
  writeFileSync(`${file}.erasures`, '')
  const { lines, run } = runLines(/ server\b/, folder, { DATABASE_URL: `file:${file}` })
  expect(lines).toHaveLength(5)
  for (const line of lines) {
    if (line.includes(' run ')) writeFileSync(file, 'damaged')
    run(line)
  }
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(String(run('merch accounts list'))).toContain(account)
})

test('the documented lines restore a backup of PostgreSQL in a container', async () => {
  await cluster.create('merch')
  const open = () => openPostgresStore(cluster.urlOf('merch'), { poolSize: 2 })
  const account = await accountsOf(await open())
  const environment = { PGHOST: cluster.socket, DATABASE_URL: cluster.urlOf('merch') }
  const { lines, run } = runLines(/database|node1/, temporaryFolder(), environment)
  expect(lines).toHaveLength(6)
  for (const line of lines) run(line)
  expect(String(run('merch accounts list'))).toContain(account)
})

test('a database whose administrator has put pg_trgm into another schema is migrated', async () => {
  await cluster.create('managed')
  await cluster.query('managed', 'create schema extensions')
  await cluster.query('managed', 'create extension pg_trgm schema extensions')
  const store = await openPostgresStore(cluster.urlOf('managed'), { poolSize: 2 })
  await expect(accountsOf(store)).resolves.toBeDefined()
})
