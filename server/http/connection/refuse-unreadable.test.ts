import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { recordingLog } from '../../../testkit/recording-log.ts'
import type { Env } from '../api/env.ts'
import { readBytes } from '../api/read-bytes.ts'
import { attach, close, listen, newServer } from './listen.ts'

/** A server that answers `/late` only once something could not be read, and `/body` once all of it could. */
const start = async () => {
  const server = newServer()
  const unreadable = new Promise((resolve) => server.once('clientError', resolve))
  const app = new Hono<Env>()
    .all('/now', (context) => context.text('now'))
    .all('/late', async (context) => {
      await unreadable
      return context.text('late')
    })
    .all('/body', async (context) => context.text(String(await readBytes(context, 100))))
  attach(server, app, recordingLog().log)
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => close(server, 0))
  /** Sends bytes, and tells what came until the server ended the connection: statuses and bodies. */
  return async (...bytes: string[]): Promise<string[]> => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => {
      socket.destroy()
    })
    socket.write(bytes.join(''))
    const came = await text(socket)
    return came
      .split(/(?=HTTP\/1\.1 )/)
      .map((answer) => answer.replace(/^HTTP\/1\.1 ([0-9]+).*?\r\n\r\n/s, '$1 '))
  }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body}`
const refused = '400 {"message":"The request is no HTTP"}'

test('what cannot be read is refused after the answers that come before it', async () => {
  const ask = await start()
  expect(await ask(get('/now'), get('/late'), 'HELLO\r\n\r\n')).toEqual([
    '200 now',
    '200 late',
    refused,
  ])
})

test('so is a request whose body cannot be read, in its turn', async () => {
  const ask = await start()
  expect(await ask(get('/late'), post('/body', 'ZZ\r\n'))).toEqual(['200 late', refused])
})

test('a request that is answered already gets no second answer for the rest of its body', async () => {
  const ask = await start()
  expect(await ask(post('/now', '2\r\nab\r\nZZ\r\n'), get('/now'))).toEqual(['200 now'])
})

test('who asks for a tunnel is told that there is none', async () => {
  const ask = await start()
  expect(await ask(get('/now'), 'CONNECT elsewhere:443 HTTP/1.1\r\nHost: x\r\n\r\n')).toEqual([
    '200 now',
    '400 {"message":"The request target is not a path"}',
  ])
})
