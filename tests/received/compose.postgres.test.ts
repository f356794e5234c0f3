import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { send } from '../../contract-tests/support/http.ts'
import { freePort } from '../kit/free-port.ts'
import { startPostgresCluster } from '../kit/postgres-cluster.ts'
import { read } from '../kit/project.ts'
import { spawnServer } from '../kit/spawn-server.ts'

const { services } = z
  .object({
    services: z.object({
      node1: z.object({
        environment: z.object({ DATABASE_URL: z.string(), PGPASSWORD: z.string() }),
      }),
    }),
  })
  .parse(parse(read('compose.yaml'), { merge: true }))

test('a node of compose.yaml starts with a password that has every special character', async () => {
  const password = `p@ss/w#r?d%41:&=+'"`
  const port = await freePort()
  const access = ['host all merch 127.0.0.1/32 scram-sha-256']
  const cluster = await startPostgresCluster({ port, access })
  onTestFinished(() => cluster.stop())
  await cluster.create('merch')
  const literal = `'${password.replaceAll("'", "''")}'`
  await cluster.query('merch', `alter role merch password ${literal}`)
  const { DATABASE_URL, PGPASSWORD } = services.node1.environment
  const { url, child } = await spawnServer({
    databaseUrl: DATABASE_URL.replace('@database', `@127.0.0.1:${port}`),
    environment: {
      PGPASSWORD: PGPASSWORD.replace(/\$\{POSTGRES_PASSWORD:-.*\}/, () => password),
      SEED_DEMO: '0',
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect((await send(url, { path: '/readyz' })).status).toBe(200)
})
