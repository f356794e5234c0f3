import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { readBytes } from '../api/input.ts'
import type { Env } from '../kit/env.ts'
import { closeServer } from './close-server.ts'
import { attachApp, createHttpServer, rejectMalformed } from './http-server.ts'
import { listen } from './listen.ts'

/** Starts a server that responds to `/late` after a parser error and to `/body` after reading it. */
const start = async () => {
  const server = createHttpServer()
  const parserError = new Promise((resolve) => server.once('clientError', resolve))
  const app = new Hono<Env>()
    .all('/now', (context) => context.text('now'))
    .all('/late', async (context) => {
      await parserError
      return context.text('late')
    })
    .all('/body', async (context) => context.text(String(await readBytes(context, 100))))
  attachApp(server, app, recordingLog().log)
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => closeServer(server, 0))
  /** Sends bytes and returns status and body of each response until the server closes the connection. */
  return async (...bytes: string[]): Promise<string[]> => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => {
      socket.destroy()
    })
    socket.write(bytes.join(''))
    const received = await text(socket)
    return received
      .split(/(?=HTTP\/1\.1 )/)
      .map((response) => response.replace(/^HTTP\/1\.1 ([0-9]+).*?\r\n\r\n/s, '$1 '))
  }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body}`
const rejection = '400 {"message":"The request is no HTTP"}'

test('rejects malformed bytes after the responses to earlier requests', async () => {
  const ask = await start()
  expect(await ask(get('/now'), get('/late'), 'HELLO\r\n\r\n')).toEqual([
    '200 now',
    '200 late',
    rejection,
  ])
})

test('rejects a request with a malformed body in its turn', async () => {
  const ask = await start()
  expect(await ask(get('/late'), post('/body', 'ZZ\r\n'))).toEqual(['200 late', rejection])
})

test('sends no second response for the malformed rest of a body', async () => {
  const ask = await start()
  expect(await ask(post('/now', '2\r\nab\r\nZZ\r\n'), get('/now'))).toEqual(['200 now'])
})

test('rejects a target that is no URL with 400', async () => {
  const ask = await start()
  expect(await ask('GET http://[ HTTP/1.1\r\nConnection: close\r\n\r\n')).toEqual([
    '400 {"message":"The request target is not a path"}',
  ])
})

test('rejects CONNECT with 400', async () => {
  const ask = await start()
  expect(await ask(get('/now'), 'CONNECT elsewhere:443 HTTP/1.1\r\nHost: x\r\n\r\n')).toEqual([
    '200 now',
    '400 {"message":"The request target is not a path"}',
  ])
})

describe('more than one Host header', () => {
  const withHosts = (...hosts: string[]) =>
    `GET /now HTTP/1.1\r\n${hosts.map((host) => `${host}\r\n`).join('')}\r\n`
  const rejected = '400 {"message":"The request has more than one Host header"}'

  test.each([
    ['two', ['Host: a', 'Host: b']],
    ['two equal ones', ['Host: a', 'host: a']],
    ['an empty one among them', ['Host: a', 'HOST:']],
    ['others between them', ['Host: a', 'X-Other: b', 'Host: c']],
  ])('%s is rejected', async (_, hosts) => {
    const ask = await start()
    expect(await ask(get('/now'), withHosts(...hosts))).toEqual(['200 now', rejected])
  })

  test('is rejected after the responses to earlier requests', async () => {
    const ask = await start()
    expect(
      await ask(get('/now'), get('/late'), withHosts('Host: a', 'Host: b'), 'HELLO\r\n\r\n'),
    ).toEqual(['200 now', '200 late', rejected])
  })

  test('requests after the rejected one are ignored', async () => {
    const ask = await start()
    expect(await ask(withHosts('Host: a', 'Host: b'), get('/now'), get('/now'))).toEqual([rejected])
  })

  test('a client that still sends the body gets the rejection', async () => {
    const ask = await start()
    const body = 'x'.repeat(4 * 1024 * 1024)
    const head = `POST /body HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: ${body.length}\r\n\r\n`
    expect(await ask(head, body)).toEqual([rejected])
  })
})

describe('a connection that cannot be written', () => {
  /** Returns a connection whose last response is pending. */
  const pending = () => {
    const server = createServer()
    const incoming = new IncomingMessage(new Socket())
    incoming.complete = true
    const last = new ServerResponse(incoming)
    const responses = { last: () => last, previous: () => undefined }
    rejectMalformed(server, responses, { lingerTimeout: 1000 })
    return { server, incoming, last, socket: new PassThrough() }
  }

  test('is closed at once after an error', () => {
    const { server, socket } = pending()
    socket.end()
    server.emit('clientError', new Error('reset'), socket)
    expect(socket.destroyed).toBe(true)
  })

  test('is closed after the response that its rejection waits for', () => {
    const { server, last, socket } = pending()
    server.emit('clientError', new Error('malformed'), socket)
    socket.end()
    expect(socket.destroyed).toBe(false)
    last.emit('close')
    expect(socket.destroyed).toBe(true)
  })

  test('is closed if it fails after a CONNECT', () => {
    const { server, incoming, socket } = pending()
    server.emit('connect', incoming, socket, Buffer.alloc(0))
    socket.emit('error', new Error('reset'))
    expect(socket.destroyed).toBe(true)
  })
})
