import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { verifyWebhook, type WebhookEvent } from '../../client/webhooks/node.ts'
import * as schemas from '../../generated/schemas.ts'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import { send } from '../../testkit/http.ts'
import { startReceiver } from '../../testkit/receiver.ts'
import { newOrder } from '../../testkit/request-bodies.ts'
import { runProgram, startProgram, waitForOutput } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { makeCertificate } from '../../testkit/tls.ts'
import { type AccountId, toId } from '../domain/ids.ts'
import { closeServer } from '../http/connection/close-server.ts'
import { listen } from '../http/connection/listen.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import { insertSubscription } from '../store/webhooks.ts'

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('close', resolve))

/** Returns a program's stdout as an array of lines that grows while it runs. */
const linesOf = (child: ChildProcess): string[] => {
  const lines: string[] = []
  let rest = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    const [last = '', ...whole] = (rest + chunk.toString()).split('\n').reverse()
    rest = last
    lines.push(...whole.reverse())
  })
  return lines
}

/** Creates an empty database and runs commands on it. */
const terminal = async (environment: Record<string, string> = {}) => {
  const file = join(temporaryFolder(), 'merch.db')
  writeFileSync(file, '', { mode: 0o600 })
  const settings = { DATABASE_URL: `file:${file}`, ...environment }
  const merch = (...args: string[]) => runProgram('server/cli/main.ts', args, settings)
  const listening = async (...args: string[]) => {
    const all = ['webhooks', 'listen', ...args]
    const child = startProgram('server/cli/main.ts', all, settings)
    const lines = linesOf(child)
    const output = await waitForOutput(child, /Listening/)
    return { child, lines, output }
  }
  return { file, folder: `${file}-listeners`, settings, merch, listening }
}

/** Starts the server as `npm start` does, and calls it with the key that it prints. */
const startServer = async (settings: Record<string, string>) => {
  const child = startProgram('server/main.ts', [], { ...settings, PORT: '0' })
  const log = linesOf(child)
  const printed = await waitForOutput(child, /curl .*\n/)
  const [, address = ''] = /listening on (\S+)/.exec(printed) ?? []
  const [key = ''] = /mfk_\w+/.exec(printed) ?? []
  const call = async (method: string, path: string, json?: unknown) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = json === undefined ? undefined : JSON.stringify(json)
    const response = await send(address, { method, path, headers, body })
    return { ...response, body: JSON.parse(response.text) }
  }
  /** Creates an order and returns it. */
  const order = async () => {
    const { body } = await call('GET', '/v1/campaigns/list')
    const [campaign] = body.filter(({ status }: { status: string }) => status === 'Active')
    const response = await call(
      'POST',
      '/v1/orders/create',
      newOrder(campaign.id, campaign.products[0].sku),
    )
    expect(response.status, response.text).toBe(201)
    return schemas.Order.parse(response.body)
  }
  return { child, call, order, log: () => log.filter((line) => line.startsWith('{')) }
}

/** Starts a subscriber that verifies deliveries and responds with `response.status`. */
const startSubscriber = async (secret: string) => {
  const got: WebhookEvent[] = []
  const response = { status: 200 }
  const server = createServer(async (incoming, outgoing) => {
    got.push(await verifyWebhook(await text(incoming), incoming.headers, secret))
    outgoing.writeHead(response.status).end()
  })
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => closeServer(server, 0))
  return { url: `http://localhost:${port}/hook`, got, response, stop: () => closeServer(server, 0) }
}

/** Checks a line's time and duration, and returns the columns between them. */
const columnsOf = (line: string): string[] => {
  const [time = '', ...columns] = line.split('\t')
  expect(new Date(time).toISOString()).toBe(time)
  const took = columns.pop()
  expect(took).toMatch(/^\d+ ms$/)
  return columns
}

/** Every row of every table. */
const contentOf = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database
    .prepare(`select name from sqlite_schema where type = 'table' and sql like '%strict%'`)
    .all()
  const content = tables.map(({ name }) => database.prepare(`select * from "${name}"`).all())
  database.close()
  return content
}

test('webhooks listen forwards the events of a local server and prints a line for each', async () => {
  const { settings, merch, listening, folder } = await terminal()
  const server = await startServer(settings)
  const killed = await listening()
  killed.child.kill('SIGKILL')
  await ended(killed.child)
  expect(readdirSync(folder)).not.toEqual([])

  const subscriber = await startSubscriber('whsec_mine')
  const given = ['--forward-to', subscriber.url, '--secret', 'whsec_mine']
  const { child, lines, output } = await listening(...given)
  expect(output).toMatch(/^Events of acc_\w+: all\n/)
  expect(output).toContain(`Forwarding to ${subscriber.url}\nSigning secret: whsec_mine\n`)
  const first = await server.order()
  await expect.poll(() => lines.length).toBe(1)
  expect(columnsOf(lines[0] ?? '')).toEqual(['order.created', first.orderNumber, '200'])
  // The killed listener's files are gone. The new listener has two.
  await expect.poll(() => readdirSync(folder).length).toBe(2)

  subscriber.response.status = 503
  await server.call('POST', '/v1/orders/cancel', { orderId: first.id })
  await expect.poll(() => lines.length).toBe(2)
  expect(columnsOf(lines[1] ?? '')).toEqual(['order.cancelled', first.orderNumber, '503'])

  const second = await server.order()
  await merch('orders', 'ship', second.id, '--tracking', '1Z9', '--carrier', 'ups')
  await expect.poll(() => lines.length).toBe(4)
  expect(subscriber.got.map(({ event }) => event)).toEqual([
    'order.created',
    'order.cancelled',
    'order.created',
    'order.shipped',
  ])

  await subscriber.stop()
  await server.order()
  await expect.poll(() => lines.length).toBe(5)
  expect(columnsOf(lines[4] ?? '')[2]).toBe('Connection refused')

  child.kill('SIGINT')
  expect(await ended(child)).toBe(0)
  expect(existsSync(folder)).toBe(false)
  expect(server.log()).toEqual([])
})

test('webhooks trigger sends an event to webhooks listen and changes no data', async () => {
  const { merch, listening, file } = await terminal()
  await merch('seed', 'demo')
  const trigger = (event: string) => merch('webhooks', 'trigger', event)
  const unsubscribed = await trigger('order.shipped')
  expect([unsubscribed.status, unsubscribed.stdout]).toEqual([1, ''])
  expect(unsubscribed.stderr).toMatch(/^No active subscription of acc_\w+ to order.shipped\. /)

  const { child, lines, output } = await listening('--events', 'order.shipped', '--print')
  expect(output).toMatch(/\nSigning secret: whsec_[\w-]{43}\n/)
  const before = contentOf(file)
  const { status, stdout, stderr } = await trigger('order.shipped')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^[0-9a-f]+\tmerch webhooks listen\t204\t\d+ ms\n$/)
  await expect.poll(() => lines.at(-1)).toBe('}')
  const [line = '', ...body] = lines
  const { data } = schemas.OrderShippedEvent.parse(JSON.parse(body.join('\n')))
  expect(line.split('\t').slice(1)).toEqual(['order.shipped', data.orderNumber])
  expect(JSON.stringify(before)).toContain(data.orderId)
  expect(contentOf(file)).toEqual(before)
  child.kill('SIGTERM')
  expect(await ended(child)).toBe(0)
})

/** Creates subscriptions to this machine, which the API rejects. */
const subscribe = async (file: string, account: AccountId, port: number, ids: string[]) => {
  const store = await openSqliteStore(file)
  for (const id of ids) {
    const url = `https://127.0.0.1:${port}/${id}`
    const at = '2026-11-20T09:00:00.000Z'
    await store.write((transaction) =>
      insertSubscription(transaction, account, {
        ...{ id: toId('whk', id), url, canonicalUrl: url, events: ['order.shipped'], active: true },
        ...{ secret: `whsec_${id}`, createdAt: at, updatedAt: at },
      }),
    )
  }
  await store.close()
}

test('webhooks trigger sends to subscriptions, and fails if a delivery fails', async () => {
  const certificate = makeCertificate()
  const ca = join(temporaryFolder(), 'ca.pem')
  writeFileSync(ca, certificate.cert)
  const { merch, file } = await terminal({
    WEBHOOK_EGRESS_ALLOW: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: ca,
  })
  const account = (await merch('accounts', 'create', '--name', 'Empty')).stdout.trim()
  const { port, received } = await startReceiver(certificate, (response, { path }) =>
    response.writeHead(path === '/broken' ? 500 : 204).end(),
  )
  await subscribe(file, toId('acc', account), port, ['whole', 'broken'])
  const { status, stdout, stderr } = await merch('webhooks', 'trigger', 'order.shipped')
  expect(stdout).toMatch(/^whole\thttps:.*\/whole\t204\t.*\nbroken\thttps:.*\/broken\t500\t.*\n$/)
  expect([status, stderr]).toEqual([
    1,
    `Active subscriptions receive this like a new event: https://127.0.0.1:${port}/whole, https://127.0.0.1:${port}/broken\n${account} has no past order.shipped event. Sent the document’s example instead.\n1 of 2 deliveries failed\n`,
  ])
  const whole = received.find(({ path }) => path === '/whole')
  const event = await verifyWebhook(whole?.body ?? '', whole?.headers ?? {}, 'whsec_whole')
  expect(event).toEqual(webhookExamples['order.shipped'])
})
