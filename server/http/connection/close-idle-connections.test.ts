import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeIdleConnections } from './http-server.ts'

/** A response whose end, and that of its request, the test decides. */
const controlled = () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const state = { isSent: false }
  Object.defineProperty(response, 'writableFinished', { get: () => state.isSent })
  response.req.complete = false
  return { response, state }
}

test('a connection is closed when its last response was sent for longer than both timeouts', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const [first, second] = [controlled(), controlled()]
  let last: ServerResponse | undefined
  const socket = new Socket()
  closeIdleConnections(
    createServer(),
    new Set([socket]),
    { last: () => last, previous: () => undefined },
    { keepAliveTimeout: 100, headersTimeout: 50, checkInterval: 10 },
  )
  const destroyedAfter = (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds)
    return socket.destroyed
  }
  expect(destroyedAfter(500)).toBe(false)
  last = first.response
  expect(destroyedAfter(500)).toBe(false)
  first.state.isSent = true
  expect(destroyedAfter(500)).toBe(false)
  first.response.req.complete = true
  // The first check is after 10 ms, the last one 150 ms after it.
  expect(destroyedAfter(160)).toBe(false)
  last = second.response
  second.response.req.complete = true
  expect(destroyedAfter(500)).toBe(false)
  second.state.isSent = true
  expect(destroyedAfter(160)).toBe(false)
  expect(destroyedAfter(10)).toBe(true)
})
