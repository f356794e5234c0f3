import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { makeCertificate, tlsHost } from '../../../testkit/tls.ts'
import { listen } from '../../http/http-server.ts'
import { createGet } from './shipstation-v1-client.ts'

const { signal } = new AbortController()

const serving = async (listener: RequestListener) => {
  const server = createServer(listener)
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return new URL(`http://127.0.0.1:${port}/path?x=1`)
}

test('returns status, headers and body for any status', async () => {
  const url = await serving((incoming, response) => {
    response.writeHead(404, { 'X-Left': '3' })
    response.end(`${incoming.url} ${incoming.headers.authorization} Zoë`)
  })
  const answer = await createGet()(url, { Authorization: 'Basic x' }, signal)
  expect(answer).toMatchObject({ status: 404, body: '/path?x=1 Basic x Zoë' })
  expect(answer.headers['x-left']).toBe('3')
})

test('does not follow redirects', async () => {
  let requests = 0
  const url = await serving((_, response) => {
    requests++
    response.writeHead(302, { Location: '/elsewhere' }).end()
  })
  expect((await createGet()(url, {}, signal)).status).toBe(302)
  expect(requests).toBe(1)
})

test.each<[string, RequestListener]>([
  ['never answers', () => {}],
  ['never ends its answer', (_, response) => response.write('{')],
  [
    'answers a byte at a time',
    (_, response) => {
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    },
  ],
])('a server that %s causes a timeout', async (_, listener) => {
  const url = await serving(listener)
  const get = createGet({ milliseconds: 150 })
  await expect(get(url, {}, signal)).rejects.toThrow('No response within 0.15 seconds')
})

test('a response that is too long fails', async () => {
  let closed = false
  const url = await serving((_, response) => {
    const chunk = Buffer.alloc(16_384, 'x')
    const more = () => {
      while (!response.destroyed)
        if (!response.write(chunk)) return void response.once('drain', more)
    }
    response.on('close', () => {
      closed = true
    })
    more()
  })
  const get = createGet({ maxBytes: 100_000 })
  await expect(get(url, {}, signal)).rejects.toThrow('The response is longer than 100000 bytes')
  await expect.poll(() => closed).toBe(true)
})

test('a response may be as long as the maximum', async () => {
  const url = await serving((_, response) => response.end('12345'))
  expect(await createGet({ maxBytes: 5 })(url, {}, signal)).toMatchObject({ body: '12345' })
  await expect(createGet({ maxBytes: 4 })(url, {}, signal)).rejects.toThrow('longer than 4 bytes')
})

test('an aborted request ends at once', async () => {
  const url = await serving(() => {})
  const giveUp = new AbortController()
  const answer = createGet()(url, {}, giveUp.signal)
  giveUp.abort(new Error('stopping'))
  await expect(answer).rejects.toThrow(/abort|stopping/i)
})

test('a response that is not UTF-8 fails', async () => {
  const url = await serving((_, response) => response.end(Buffer.from('Jos\xe9', 'latin1')))
  await expect(createGet()(url, {}, signal)).rejects.toThrow('The response is not UTF-8')
})

test('refused and closed connections fail with a reason', async () => {
  const url = await serving((_, response) => response.destroy())
  await expect(createGet()(url, {}, signal)).rejects.toThrow('Connection reset')
  const gone = createServer()
  const port = await listen(gone, 0, '127.0.0.1')
  await new Promise((closed) => gone.close(closed))
  const nowhere = new URL(`http://127.0.0.1:${port}/`)
  await expect(createGet()(nowhere, {}, signal)).rejects.toThrow('Connection refused')
})

test('an untrusted certificate is rejected', async () => {
  const certificate = makeCertificate()
  const server = createTlsServer(certificate, (_, response) => response.end('ok'))
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = new URL(`https://127.0.0.1:${port}/`)
  await expect(createGet()(url, {}, signal)).rejects.toThrow('The certificate is self-signed')
  const trusted = createGet({ ca: certificate.cert })
  expect(await trusted(url, { Host: tlsHost }, signal)).toMatchObject({ body: 'ok' })
})
