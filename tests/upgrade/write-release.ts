import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import packageJson from '../../package.json' with { type: 'json' }
import { seedDemo } from '../../server/demo/seed-demo.ts'
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import { migrations } from '../../server/store/schema.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import type { Store } from '../../server/store/store.ts'
import { postgresPrograms, startPostgresCluster } from '../kit/postgres-cluster.ts'
import { makeTemporaryFolder } from '../kit/temporary-folder.ts'

// Writes what every later version must open: the databases of this version, with the demo data, and its migrations.
// Run it once before a release: npx node tests/upgrade/write-release.ts

const folder = join(import.meta.dirname, 'released', packageJson.version)
const now = Date.parse('2026-11-27T12:00:00Z')

const fill = async (store: Store): Promise<void> => {
  await store.write((transaction) => seedDemo(transaction, now))
  await store.close()
}

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'migrations.json'), `${JSON.stringify(migrations, null, 2)}\n`)

const temporary = makeTemporaryFolder()
const file = join(temporary.path, 'merch.db')
await fill(await openSqliteStore(file))
writeFileSync(join(folder, 'sqlite.db.gz'), gzipSync(readFileSync(file), { level: 9 }))

const cluster = await startPostgresCluster()
await cluster.create('merch')
await fill(await openPostgresStore(cluster.urlOf('merch'), { poolSize: 1 }))
const dump = execFileSync(join(postgresPrograms ?? '', 'pg_dump'), [
  '--inserts',
  '--no-owner',
  '--no-privileges',
  cluster.urlOf('merch'),
])
// psql's own commands are not SQL.
const statements = dump.toString().replaceAll(/^(--|\\).*\n/gm, '')
writeFileSync(join(folder, 'postgres.sql.gz'), gzipSync(statements, { level: 9 }))
await cluster.stop()
temporary.remove()
