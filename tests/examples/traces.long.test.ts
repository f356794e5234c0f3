import { execFileSync, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import { listen } from '../kit/listen.ts'
import { postgresPrograms, startPostgresCluster } from '../kit/postgres-cluster.ts'
import { read, root } from '../kit/project.ts'
import { startReceiver } from '../kit/receiver.ts'
import { newOrder } from '../kit/request-bodies.ts'
import { programEnvironment, waitForOutput } from '../kit/run.ts'
import { requestsTo } from '../kit/server/test-server.ts'
import { seedShop } from '../kit/server/test-shop.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'
import { deliveringHere, makeCertificate } from '../kit/tls.ts'

/** The commands and the variables of the chapter. */
const [, recipe = ''] = /^### Traces$.*?^```\n(.*?)^```$/ms.exec(read('docs/operating.md')) ?? []

const Span = z.object({ kind: z.number(), name: z.string(), traceId: z.string() })
const Spans = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({ scope: z.object({ name: z.string() }), spans: z.array(Span) }),
      ),
    }),
  ),
})

/** Starts a collector. Returns its address and the spans that it has received. */
const startCollector = async () => {
  const spans: (z.output<typeof Span> & { scope: string })[] = []
  const server = createServer(async (incoming, outgoing) => {
    for (const { scopeSpans } of Spans.parse(await json(incoming)).resourceSpans)
      for (const { scope, spans: added } of scopeSpans)
        spans.push(...added.map((span) => ({ ...span, scope: scope.name })))
    outgoing.setHeader('content-type', 'application/json').end('{}')
  })
  const port = await listen(server)
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${port}`, spans }
}

test('OpenTelemetry traces requests, statements and deliveries as documented', async (context) => {
  if (postgresPrograms === undefined) return context.skip('PostgreSQL is not installed')
  const folder = temporaryFolder()
  const [install = '', ...variables] = recipe.trim().split('\n')
  try {
    execFileSync('npm', [...install.split(' ').slice(1), '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'ignore',
    })
  } catch {
    return context.skip('npm cannot install the packages')
  }
  const cluster = await startPostgresCluster()
  onTestFinished(cluster.stop)
  await cluster.create('traced')
  const store = await openPostgresStore(cluster.urlOf('traced'), { poolSize: 1 })
  const { key, campaign } = await seedShop(store)
  await store.close()
  const collector = await startCollector()
  const certificate = makeCertificate('localhost')
  const receiver = await startReceiver(certificate)
  const documented = Object.fromEntries(
    variables.map((line) => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1).replaceAll("'", ''),
    ]),
  )
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    cwd: folder,
    env: {
      ...programEnvironment(),
      PORT: '0',
      DATABASE_URL: cluster.urlOf('traced'),
      ...deliveringHere(certificate, join(folder, 'authority.pem')),
      ...documented,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '200',
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const printed = await waitForOutput(child, /"address":"[^"]+"/)
  const [, address = ''] = /"address":"([^"]+)"/.exec(printed) ?? []
  const request = requestsTo(address, key)
  const post = (path: string, body: unknown) => request({ method: 'POST', path, json: body })
  await post('/v1/webhooks', { url: 'https://hooks.example.com/', events: ['order.created'] })
  // An address, because the hooks of the packages hide those that resolve the names of tests.
  const url = `https://127.0.0.1:${receiver.port}/`
  await cluster.query('traced', `update webhooks set url = '${url}'`)
  expect((await post('/v1/orders/create', newOrder(campaign, 'T'))).status).toBe(201)

  const http = '@opentelemetry/instrumentation-http'
  const [server, client] = [2, 3]
  const found = (scope: string, kind: number, name: RegExp) =>
    collector.spans.filter(
      (span) => span.scope === scope && span.kind === kind && name.test(span.name),
    )
  await expect.poll(() => found(http, server, /^POST/).length).toBe(2)
  await expect.poll(() => found(http, client, /^POST/).length).toBe(1)
  // The transaction of the order is a part of its request.
  const [, order] = found(http, server, /^POST/)
  const commits = found('@opentelemetry/instrumentation-pg', client, /^pg\.query:COMMIT/)
  expect(commits.map(({ traceId }) => traceId)).toContain(order?.traceId)
})
