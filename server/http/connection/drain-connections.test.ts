import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeServer, drainConnections } from './close-server.ts'
import { createHttpServer } from './http-server.ts'
import { listen } from './listen.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

test('a draining server closes a connection a second after its last byte, but none in use', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createHttpServer()
  server.on('request', ({ url }, outgoing) => {
    if (url === '/now') outgoing.end('now')
  })
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => closeServer(server, 0))
  /** Returns the server's end of a connection that has received the text. */
  const open = async (sent: string): Promise<Socket> => {
    const accepted = once(server, 'connection')
    const client = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void client.destroy())
    const [socket] = await accepted
    client.resume().write(sent)
    await expect.poll(() => socket.bytesRead).toBe(sent.length)
    return socket
  }
  const idle = await open('')
  const answered = await open(get('/now'))
  const waiting = await open(get('/held'))
  const sending = await open('GET / HTTP/1.1\r\n')
  const areOpen = () => [idle, answered, waiting, sending].map(({ writable }) => writable)

  const closeIdle = drainConnections(server)
  vi.advanceTimersByTime(999)
  closeIdle()
  expect(areOpen()).toEqual([true, true, true, true])
  vi.advanceTimersByTime(1)
  closeIdle()
  expect(areOpen()).toEqual([false, false, true, true])
  vi.advanceTimersByTime(10_000)
  closeIdle()
  expect(areOpen()).toEqual([false, false, true, true])
})
