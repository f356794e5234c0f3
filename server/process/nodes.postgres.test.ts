import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databasesOf } from '../../tests/kit/postgres-cluster.ts'
import { recordingLog } from '../../tests/kit/recording-log.ts'
import { emptyTemplate } from '../../tests/kit/server/postgres-setup.ts'
import { readConfig } from '../config.ts'
import { start } from './start.ts'

test('of several nodes that start on an empty database, one creates the demo data', async () => {
  const databases = databasesOf(inject('postgresSocket') ?? '')
  const name = `nodes_${randomUUID()}`
  await databases.create(name, emptyTemplate)
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: databases.urlOf(name),
    DATABASE_POOL_SIZE: '4',
  })
  const nodes = await Promise.all(
    [1, 2, 3].map(async () => {
      const node = await start(config, recordingLog().log)
      onTestFinished(node.stop)
      return node
    }),
  )
  expect(nodes.filter(({ demo }) => demo)).toHaveLength(1)
  expect(await databases.query(name, 'select name from accounts')).toHaveLength(1)
})
