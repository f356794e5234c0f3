import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { listen } from '../../server/http/http-server.ts'
import { opensslSignature } from '../../testkit/openssl-signature.ts'
import { startReceiver } from '../../testkit/receiver.ts'
import { newOrder } from '../../testkit/request-bodies.ts'
import { runProgram } from '../../testkit/run.ts'
import { type Certificate, makeCertificate, tlsHost } from '../../testkit/tls.ts'
import { deliveringHere, seededFile, startServer } from './server-process.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

const Created = z.looseObject({ id: z.string() })
const Subscribed = z.looseObject({ id: z.string(), secret: z.string() })

/** Starts a server that accepts orders and delivers to subscribers on the loopback address. */
const serving = async (environment: Record<string, string> = {}) => {
  const seeded = await seededFile()
  const { key, campaign, databaseFile } = seeded
  const server = await startServer({ databaseFile, key, certificate, environment })
  const ask = (method: string, path: string, json?: unknown) =>
    server.request({ method, path, json })
  const subscribe = async (port: number, events: string[], path = '/') => {
    const url = `https://${tlsHost}:${port}${path}`
    return Subscribed.parse((await ask('POST', '/v1/webhooks', { url, events })).body)
  }
  const order = async () =>
    Created.parse((await ask('POST', '/v1/orders/create', newOrder(campaign, 'T'))).body).id
  return { ...seeded, ...server, ask, subscribe, order }
}

test('Subscribers receive the events of orders that the CLI ships, delivers and returns', async () => {
  const { subscribe, order, folder, databaseFile } = await serving()
  const { port, received } = await startReceiver(certificate)
  const events = ['order.created', 'order.shipped', 'order.delivered', 'order.returned']
  const { secret } = await subscribe(port, events)
  const id = await order()
  await expect.poll(() => received.length).toBe(1)
  const environment = {
    DATABASE_URL: `file:${databaseFile}`,
    ...deliveringHere(folder, certificate),
  }
  const merch = async (...args: string[]) => {
    const { status, stderr } = await runProgram('server/cli/main.ts', args, environment)
    expect(status, stderr).toBe(0)
  }
  await merch('orders', 'ship', id, '--tracking', '1Z999AA10123456784', '--carrier', 'ups')
  await merch('orders', 'deliver', id)
  await merch('orders', 'return', id)
  expect(received.map(({ body }) => JSON.parse(body.toString()).event)).toEqual(events)
  for (const { headers, body } of received) {
    const { data } = JSON.parse(body.toString())
    const hasShipped = headers['x-webhook-event'] !== 'order.created'
    expect(data).toMatchObject({
      orderId: id,
      trackingNumber: hasShipped ? '1Z999AA10123456784' : null,
      carrierCode: hasShipped ? 'ups' : null,
      shipDate: hasShipped ? expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) : null,
    })
    expect(headers['x-webhook-signature']).toBe(
      opensslSignature(secret, String(headers['x-webhook-timestamp']), body),
    )
  }
})

test('Deliveries ignore the proxy settings of the environment', async () => {
  const asked: string[] = []
  const proxy = createServer((_, response) => response.writeHead(502).end())
  proxy.on('connect', ({ url }, socket) => {
    asked.push(url ?? '')
    socket.end('HTTP/1.1 502 No\r\n\r\n')
  })
  const address = `http://127.0.0.1:${await listen(proxy, 0, '127.0.0.1')}`
  onTestFinished(() => {
    proxy.close()
  })
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']
  const environment = {
    NODE_USE_ENV_PROXY: '1',
    ...Object.fromEntries(
      proxies.flatMap((name) => [name, name.toLowerCase()]).map((name) => [name, address]),
    ),
  }
  const { subscribe, order, ask } = await serving(environment)
  const { port, received } = await startReceiver(certificate)
  const { id } = await subscribe(port, ['order.created'])
  await order()
  await expect.poll(() => received.length).toBe(1)
  expect((await ask('POST', `/v1/webhooks/${id}/test`)).body).toMatchObject({ success: true })
  expect(asked).toEqual([])
  // Shows that Node uses the proxy with this environment.
  await runProgram('tests/process/get-over-https.ts', [`https://${tlsHost}/`], environment)
  expect(asked).toEqual([`${tlsHost}:443`])
})

test('Secrets, signatures and keys are not in the log, the responses or, with sealing, the database', async () => {
  const sealing = 'a key to seal secrets with'
  const { subscribe, order, ask, log, folder, key, child, ended } = await serving({
    WEBHOOK_SECRET_KEY: sealing,
    LOG_LEVEL: 'trace',
  })
  const { port, received } = await startReceiver(certificate, (response, { path }) =>
    response.writeHead(path === '/fails' ? 500 : 200).end(),
  )
  const secrets: string[] = []
  const answers: string[] = []
  for (const path of ['/works', '/fails', '/gone']) {
    const { id, secret } = await subscribe(port, ['order.created'], path)
    await order()
    const rotated = Subscribed.parse((await ask('POST', `/v1/webhooks/${id}/rotate-secret`)).body)
    secrets.push(secret, rotated.secret)
    await order()
    const rest = [
      await ask('POST', `/v1/webhooks/${id}/test`),
      await ask('PUT', `/v1/webhooks/${id}`, { events: ['order.created', 'order.shipped'] }),
      await ask('PUT', `/v1/webhooks/${id}`, { url: 'https://10.0.0.1/' }),
      await ask('PUT', `/v1/webhooks/${id}`, { secret: 'whsec_mine' }),
      await ask('POST', '/v1/webhooks', { url: `https://${tlsHost}:${port}${path}`, events: [] }),
      await ask('GET', '/v1/webhooks'),
    ]
    answers.push(JSON.stringify(rest))
    if (path === '/gone') await ask('DELETE', `/v1/webhooks/${id}`)
  }
  await expect.poll(() => log()).toMatch(/(deliveries failed.*){2}/s)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)

  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  expect(kept.join('')).toContain('sealed:v1:')
  const signatures = received.map(({ headers }) => String(headers['x-webhook-signature']))
  const shown = answers.join('') + log()
  expect(shown).toContain('deliveries failed')
  for (const secret of [...secrets, ...signatures, key, sealing]) {
    const plain = secret.replace(/^(whsec_|sha256=|mfk_)/, '')
    expect(plain.length).toBeGreaterThan(20)
    expect(shown).not.toContain(plain)
    expect(kept.join('')).not.toContain(plain)
  }
  expect(shown).not.toMatch(/sealed:v1:|whsec_/)
})
