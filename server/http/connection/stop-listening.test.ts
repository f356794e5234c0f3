import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stopListening } from './close-server.ts'
import { listen } from './listen.ts'

/** Begins to stop a server whose turns of the event loop take as long as the test says. */
const stopping = async () => {
  const server = createServer()
  await listen(server, 0, '127.0.0.1')
  // The connections of the test have no socket.
  server.removeAllListeners('connection')
  vi.useFakeTimers({ toFake: ['setImmediate'] })
  let now = 1000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => {
    clock.mockRestore()
    vi.useRealTimers()
    server.close()
  })
  const stopped = stopListening(server)
  /** Lets turns of a length pass until a time. */
  const pass = (until: number, turn: number, onTurn = () => {}) => {
    while (now < 1000 + until) {
      onTurn()
      now += turn
      vi.advanceTimersToNextTimer()
    }
    return server.listening
  }
  return { stopped, pass, server, connect: () => void server.emit('connection') }
}

test('a server stops listening some milliseconds after the last connection', async () => {
  const { stopped, pass, server, connect } = await stopping()
  expect(pass(20, 0.125)).toBe(true)
  connect()
  expect(pass(38, 0.125)).toBe(true)
  expect(pass(50, 0.125)).toBe(false)
  await stopped
  expect(server.listenerCount('connection')).toBe(0)
})

test('a server on a busy machine listens longer', async () => {
  const { stopped, pass } = await stopping()
  expect(pass(90, 1)).toBe(true)
  expect(pass(400, 5)).toBe(true)
  expect(pass(600, 5)).toBe(false)
  await stopped
})

test('a server to which clients connect all the time stops listening after a second', async () => {
  const { stopped, pass, connect } = await stopping()
  expect(pass(999, 1, connect)).toBe(true)
  expect(pass(1000, 1, connect)).toBe(false)
  await stopped
})
