import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import type { WebhookName } from '../../../generated/webhooks.ts'
import { type Received, startReceiver } from '../../../testkit/receiver.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { type Certificate, makeCertificate, tlsHost } from '../../../testkit/tls.ts'
import { toId } from '../../domain/ids.ts'
import { closeServer, listen } from '../../http/http-server.ts'
import { resolveAllTo } from '../../testing/resolve-all-to.ts'
import { smallAccount } from '../../testing/small-account.ts'
import { testServer } from '../../testing/test-server.ts'
import { makeDelivery } from '../dispatch/delivery.ts'
import { DeliveryError } from '../dispatch/delivery-error.ts'
import { createDispatcher, type Dispatcher } from '../dispatch/dispatcher.ts'
import { noSeal, sealWith } from '../dispatch/sealed-secret.ts'
import { sign } from '../dispatch/signature.ts'
import { createSend } from '../egress/egress.ts'
import { readNetworks } from '../egress/public-address.ts'
import { type ReceivedDelivery, startListener } from './listener.ts'
import {
  cacheMilliseconds,
  listenersIn,
  makeListenersFolder,
  register,
  socketOf,
} from './listeners.ts'
import { forwardToUrl } from './local-egress.ts'
import { withListeners } from './with-listeners.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

/** A shop whose events go to subscribers on this machine, and to who is announced in a folder. */
const listenedTo = async () => {
  const folder = join(temporaryFolder(), 'listeners')
  const time = { now: 0 }
  const made: { dispatcher?: Dispatcher } = {}
  const server = await testServer({
    demo: false,
    deliverer: (parts) => {
      const send = createSend({
        allowed: readNetworks(['127.0.0.0/8']),
        lookup: resolveAllTo('127.0.0.1'),
        ca: certificate.cert,
      })
      made.dispatcher = withListeners(createDispatcher({ ...parts, send }), {
        ...parts,
        seal: noSeal,
        listeners: listenersIn(folder, () => time.now),
      })
      return made.dispatcher
    },
  })
  const account = smallAccount(server)
  await account.variant('T')
  const campaign = await account.campaign(['T'])
  await account.warehouse({ T: 100 })
  const listening = async (events: WebhookName[] = ['order.created'], of = server.account) => {
    const heard: ReceivedDelivery[] = []
    const refused: string[] = []
    const { stop } = await startListener({
      folder,
      account: of,
      events,
      secret: 'whsec_listener',
      seal: noSeal,
      onDelivery: async (one) => {
        heard.push(one)
        return 204
      },
      onRejected: (reason) => refused.push(reason),
    })
    onTestFinished(stop)
    time.now += cacheMilliseconds
    return { heard, refused, stop }
  }
  const order = async () => {
    await server.post('/v1/orders/create', newOrder(campaign, 'T'))
    await made.dispatcher?.settled()
  }
  return { server, folder, time, listening, order }
}

test('a listener receives its events of its account and no others', async () => {
  const { server, listening, order } = await listenedTo()
  const first = await listening()
  const second = await listening(['order.shipped', 'order.created'])
  const other = await listening(['order.shipped'])
  const stranger = await listening(['order.created'], (await server.another()).account)
  await order()
  expect([first, second, other, stranger].map(({ heard }) => heard.length)).toEqual([1, 1, 0, 0])
  expect(first.heard[0]?.event).toMatchObject({
    event: 'order.created',
    data: { orderNumber: 'MF-100001' },
  })
  await second.stop()
  await order()
  expect([first.heard.length, second.heard.length]).toEqual([2, 1])
  expect([...first.refused, ...second.refused]).toEqual([])
})

test('a forwarded delivery equals a subscriber’s, byte for byte', async () => {
  const { server, listening, order } = await listenedTo()
  const subscriber = await startReceiver(certificate)
  const url = `https://${tlsHost}:${subscriber.port}/`
  await server.post('/v1/webhooks', { url, events: ['order.created'] })
  const { heard } = await listening()

  const forwarded: Pick<Received, 'rawHeaders' | 'body'>[] = []
  const own = createServer(async (incoming, outgoing) => {
    forwarded.push({ rawHeaders: incoming.rawHeaders, body: await buffer(incoming) })
    outgoing.end()
  })
  const port = await listen(own, 0, '127.0.0.1')
  onTestFinished(() => closeServer(own, 0))

  await order()
  const [one] = heard
  if (!one) throw new Error('nothing was heard')
  const target = new URL(`http://localhost:${port}/hook`)
  expect(await forwardToUrl(target)(one)).toBe(200)
  const [delivered] = subscriber.received
  const signature = sign('whsec_listener', one.headers['X-Webhook-Timestamp'], one.body)
  expect(forwarded).toEqual([
    {
      body: delivered?.body,
      rawHeaders: delivered?.rawHeaders.map((text) =>
        text.startsWith('sha256=')
          ? signature
          : text === `${tlsHost}:${subscriber.port}`
            ? target.host
            : text,
      ),
    },
  ])
})

test('the next event unregisters a killed listener without a warning', async () => {
  const { server, folder, listening, order, time } = await listenedTo()
  makeListenersFolder(folder)
  register(folder, 'killed', {
    account: server.account,
    events: ['order.created'],
    secret: 'whsec_killed',
  })
  writeFileSync(socketOf(folder, 'killed'), '')
  const { heard } = await listening()
  const left = () => readdirSync(folder).filter((name) => name.startsWith('killed'))
  expect(left()).toHaveLength(2)
  await order()
  expect(left()).toEqual([])
  time.now += cacheMilliseconds
  await order()
  expect(heard).toHaveLength(2)
  const complaints = server.log.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)
  expect(complaints).toEqual([])
})

test('a listener whose delivery fails or is aborted stays registered', async () => {
  const folder = join(temporaryFolder(), 'listeners')
  const { stop } = await startListener({
    ...{ folder, account: toId('acc', 'acc_1'), events: ['webhook.test'], secret: 'whsec_1' },
    ...{ seal: noSeal, onRejected: () => {}, onDelivery: async () => Promise.reject(new Error()) },
  })
  onTestFinished(stop)
  const found = () => listenersIn(folder).matching('acc_1', 'webhook.test')
  const forward = found()[0]?.forward ?? expect.fail('no listener')
  const signed = { url: '', secret: 'whsec_1' }
  const body = JSON.stringify(webhookExamples['webhook.test'])
  const delivery = makeDelivery(signed, 'webhook.test', body, Date.now())
  await expect(forward(delivery)).rejects.toThrow('Connection reset')
  const stopped = AbortSignal.abort(new DeliveryError('The service is stopping'))
  await expect(forward(delivery, stopped)).rejects.toThrow('The service is stopping')
  expect(found()).toHaveLength(1)
})

test('a new listener receives events within the cache time; the folder is not read in between', async () => {
  const { folder, time, listening, order } = await listenedTo()
  await order()
  expect(existsSync(folder)).toBe(false)
  const { heard } = await listening()
  time.now -= 1
  await order()
  expect(heard).toHaveLength(0)
  time.now += 1
  await order()
  expect(heard).toHaveLength(1)
})

test('an invalid registration is ignored', async () => {
  const { server, folder, listening, order } = await listenedTo()
  mkdirSync(folder)
  writeFileSync(join(folder, 'torn.json'), '{"account":')
  writeFileSync(join(folder, 'other.json'), '{}')
  writeFileSync(join(folder, 'notes.txt'), 'hello')
  const { heard } = await listening()
  await order()
  expect(heard).toHaveLength(1)
  expect(server.log.filter((line) => line.includes('cannot be delivered'))).toEqual([])
})

test('an unreadable folder counts as empty', async () => {
  const { server, folder, order } = await listenedTo()
  writeFileSync(folder, '')
  await order()
  expect(listenersIn(folder).matching(server.account, 'order.created')).toEqual([])
  expect(server.log.filter((line) => JSON.parse(line).level > 30)).toEqual([])
})

test('registrations are private, with encrypted secrets, and removed with the last listener', async () => {
  const folder = join(temporaryFolder(), 'listeners')
  const { stop } = await startListener({
    folder,
    account: 'acc_1',
    events: ['order.created'],
    secret: 'whsec_open',
    seal: sealWith('a key of sixteen characters'),
    onDelivery: async () => 204,
    onRejected: () => {},
  })
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'))
  expect([mode(folder), mode(join(folder, file))]).toEqual(['700', '600'])
  const [recipient] = listenersIn(folder).matching('acc_1', 'order.created')
  expect(recipient?.secret).toMatch(/^sealed:/)
  await stop()
  expect(existsSync(folder)).toBe(false)
})

test('a delivery with an invalid signature is rejected', async () => {
  const { server, folder, listening, order } = await listenedTo()
  const { heard, refused } = await listening()
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.json'))
  register(folder, name.slice(0, -5), {
    account: server.account,
    events: ['order.created'],
    secret: 'whsec_another',
  })
  await order()
  expect(heard).toEqual([])
  expect(refused).toEqual([expect.stringMatching(/^The signature does not match/)])
  const status = await new Promise((resolve, reject) => {
    request({ socketPath: socketOf(folder, name.slice(0, -5)), method: 'POST' }, (response) =>
      resolve(response.resume().statusCode),
    )
      .once('error', reject)
      .end('{}')
  })
  expect(status).toBe(400)
})

test('the path of a socket is the shorter of relative and absolute', () => {
  expect(socketOf(join(process.cwd(), 'data', 'listeners'), 'a')).toBe('data/listeners/a.sock')
  expect(socketOf('/run', 'a')).toBe('/run/a.sock')
})
