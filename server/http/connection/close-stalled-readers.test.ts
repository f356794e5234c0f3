import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeStalledReaders } from './http-server.ts'

test('a connection is closed when it had unread bytes at all checks for longer than the timeout', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const socket = new Socket()
  let unread = 0
  Object.defineProperty(socket, 'writableLength', { get: () => unread })
  closeStalledReaders(createServer(), new Set([socket]), {
    responseTimeout: 100,
    checkInterval: 10,
  })
  const destroyedAfter = (milliseconds: number, bytes: number) => {
    unread = bytes
    vi.advanceTimersByTime(milliseconds)
    return socket.destroyed
  }
  // The first check of each stall is 10 ms after its start.
  expect(destroyedAfter(200, 0)).toBe(false)
  expect(destroyedAfter(110, 1)).toBe(false)
  expect(destroyedAfter(10, 0)).toBe(false)
  expect(destroyedAfter(110, 1)).toBe(false)
  expect(destroyedAfter(10, 1)).toBe(true)
})
