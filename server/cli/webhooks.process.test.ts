import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import * as schemas from '../../generated/zod/schemas.ts'
import { opensslSignature } from '../../tests/kit/openssl-signature.ts'
import { startReceiver } from '../../tests/kit/receiver.ts'
import { runProgram, startProgram, waitForOutput } from '../../tests/kit/run.ts'
import { serverWithDispatcher } from '../../tests/kit/server/sending-server.ts'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { deliveringHere, makeCertificate } from '../../tests/kit/tls.ts'
import { sealFor } from '../deliveries/sealed-secret.ts'
import { toId } from '../domain/ids.ts'
import { closeServer, listen } from '../http/http-server.ts'
import { openSqliteStore } from '../store/sqlite.ts'
import { insertSubscription } from '../store/webhooks/webhooks.ts'

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('close', resolve))

/** Commands run on a database in this process, and `webhooks listen` in a child process. Default: an empty one. */
const machine = (...database: Parameters<typeof terminal>) => {
  const { file, merch, ok } = terminal(...database)
  const settings = { DATABASE_URL: `file:${file}` }
  const listening = async (...args: string[]) => {
    const child = startProgram('server/cli/main.ts', ['webhooks', 'listen', ...args], settings)
    const printed: string[] = []
    child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
    const output = await waitForOutput(child, /Listening/)
    /** The columns of each line, without its time and duration. */
    const rows = () =>
      [...printed.join('').matchAll(/^[\d-]+T[\d:.]+Z\t(.*?)(?:\t\d+ ms)?$/gm)].map(
        ([, columns = '']) => columns.split('\t'),
      )
    return { child, output, rows, printed: () => printed.join('') }
  }
  return { file, settings, merch, ok, listening }
}

const isSigned = (body: Buffer, headers: IncomingHttpHeaders, secret: string): boolean =>
  headers['x-webhook-signature'] ===
  opensslSignature(secret, String(headers['x-webhook-timestamp']), body)

/** Starts a program that verifies deliveries and responds with the status of `response`. */
const startForwardTarget = async (secret: string) => {
  const events: string[] = []
  const response = { status: 200 }
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    if (!isSigned(body, incoming.headers, secret)) return outgoing.writeHead(401).end()
    events.push(JSON.parse(body.toString()).event)
    if (response.status > 0) outgoing.writeHead(response.status).end()
    else server.emit('held', outgoing)
  })
  const port = await listen(server, 0, '127.0.0.1')
  const stop = () => closeServer(server, 0)
  onTestFinished(stop)
  return { url: `http://localhost:${port}/hook`, server, events, response, stop }
}

test('webhooks listen forwards the events of a local server and prints a line for each', async () => {
  const { server, order } = await serverWithDispatcher(() => ({
    send: async () => ({ status: 200, text: '' }),
  }))
  const { ok, listening } = machine(server.config.databaseFile)
  const target = await startForwardTarget('whsec_mine')
  const given = ['--forward-to', target.url, '--secret', 'whsec_mine']
  const { child, rows, output } = await listening(...given)
  expect(output).toMatch(/^Events of acc_\w+: all\n/)
  expect(output).toContain(`Forwarding to ${target.url}\nSigning secret: whsec_mine\n`)
  const first = await order()
  await expect.poll(rows).toEqual([['order.created', first.orderNumber, '200']])
  target.response.status = 503
  await server.post('/v1/orders/cancel', { orderId: first.id })
  await expect.poll(() => rows()[1]).toEqual(['order.cancelled', first.orderNumber, '503'])
  const second = await order()
  await ok('orders', 'ship', second.id, '--tracking', '1Z9', '--carrier', 'ups')
  await expect.poll(() => rows().length).toBe(4)
  expect(target.events).toEqual([
    'order.created',
    'order.cancelled',
    'order.created',
    'order.shipped',
  ])
  await target.stop()
  await order()
  await expect.poll(() => rows()[4]?.[2]).toBe('Connection refused')
  child.kill('SIGINT')
  expect(await ended(child)).toBe(0)
})

/** Returns every row of every table. */
const contentOf = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database
    .prepare(`select name from sqlite_schema where type = 'table' and sql like '%strict%'`)
    .all()
  const content = tables.map(({ name }) => database.prepare(`select * from "${name}"`).all())
  database.close()
  return content
}

test('webhooks trigger sends an event to webhooks listen and changes no data', async () => {
  const { merch, ok, listening, file } = machine()
  await ok('seed', 'demo')
  const trigger = (event: string) => merch('webhooks', 'trigger', event)
  const unsubscribed = await trigger('order.shipped')
  expect([unsubscribed.status, unsubscribed.stdout]).toEqual([1, ''])
  expect(unsubscribed.stderr).toMatch(/^No active subscription of acc_\w+ to order.shipped\. /)

  const { child, printed, output, rows } = await listening('--events', 'order.shipped', '--print')
  expect(output).toMatch(/\nSigning secret: whsec_[\w-]{43}\n/)
  const before = contentOf(file)
  const { status, stdout, stderr } = await trigger('order.shipped')
  expect([status, stdout, stderr]).toEqual([0, '', 'Programs that listen: 1\n'])
  await expect.poll(printed).toMatch(/\n}\n$/)
  const body = JSON.parse(printed().slice(printed().indexOf('\n')))
  const { data } = schemas.OrderShippedEvent.parse(body)
  expect(rows()).toEqual([['order.shipped', data.orderNumber]])
  expect(JSON.stringify(before)).toContain(data.orderId)
  expect(contentOf(file)).toEqual(before)
  child.kill('SIGTERM')
  expect(await ended(child)).toBe(0)
  // It receives nothing any more.
  expect((await trigger('order.shipped')).status).toBe(1)
})

test('webhooks listen ends after the delivery that it forwards', async () => {
  const { ok, listening } = machine()
  await ok('seed', 'demo')
  const target = await startForwardTarget('whsec_1')
  const given = ['--forward-to', target.url, '--secret', 'whsec_1']
  const { child, rows } = await listening(...given)
  target.response.status = 0
  const held: Promise<ServerResponse[]> = once(target.server, 'held')
  await ok('webhooks', 'trigger', 'order.shipped')
  const [response] = await held
  child.kill('SIGINT')
  response?.writeHead(503).end()
  expect(await ended(child)).toBe(0)
  expect(rows()).toEqual([['order.shipped', expect.stringMatching(/^MF-/), '503']])
})

test('webhooks trigger sends to subscriptions, and fails if a delivery fails', async () => {
  const certificate = makeCertificate()
  const { settings, ok, file } = machine()
  const account = (await ok('accounts', 'create', '--name', 'Empty')).trim()
  const { port, received } = await startReceiver(certificate, (response, { path }) =>
    response.writeHead(path === '/broken' ? 500 : 204).end(),
  )
  const store = await openSqliteStore(file)
  const sealed = sealFor('lost').seal('whsec_sealed')
  for (const [id, secret] of Object.entries({
    whole: 'whsec_whole',
    broken: 'whsec_broken',
    sealed,
  })) {
    // The API rejects URLs of this machine.
    const url = `https://127.0.0.1:${port}/${id}`
    await store.write((transaction) =>
      insertSubscription(transaction, toId('acc', account), {
        id: toId('whk', id),
        url,
        canonicalUrl: url,
        events: ['order.shipped'],
        active: true,
        secret,
        createdAt: '',
        updatedAt: '',
      }),
    )
  }
  await store.close()
  const { status, stdout, stderr } = await runProgram(
    'server/cli/main.ts',
    ['webhooks', 'trigger', 'order.shipped'],
    // Node reads the certificates when a process starts.
    { ...settings, ...deliveringHere(certificate, join(temporaryFolder(), 'ca.pem')) },
  )
  expect(stdout).toMatch(
    /^whole\thttps:.*\/whole\t204\t.*\nbroken\thttps:.*\/broken\t500\t.*\nsealed\t.*WEBHOOK_SECRET_KEY.*\n$/,
  )
  expect([status, stderr]).toEqual([
    1,
    `Active subscriptions receive this like a new event: https://127.0.0.1:${port}/whole, https://127.0.0.1:${port}/broken, https://127.0.0.1:${port}/sealed\n${account} has no past order.shipped event. Sent the document’s example instead.\n2 of 3 deliveries failed\n`,
  ])
  expect(await ok('webhooks', 'attempts', 'broken')).toMatch(/\torder.shipped\t.*\tstatus 500\t/)
  expect(await ok('webhooks', 'attempts', 'sealed')).toMatch(
    /\tThe signing secret cannot be read\t/,
  )
  const whole = received.find(({ path }) => path === '/whole')
  const body = whole?.body ?? Buffer.of()
  expect(isSigned(body, whole?.headers ?? {}, 'whsec_whole')).toBe(true)
  expect(JSON.parse(body.toString())).toEqual(webhookExamples['order.shipped'])
})
