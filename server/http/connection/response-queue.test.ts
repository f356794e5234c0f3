import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer } from './close-server.ts'
import { trackResponses } from './http-server.ts'
import { listen } from './listen.ts'

test('the previous response is known while it is pending and not kept after that', async () => {
  const server = createServer()
  const responses = trackResponses(server)
  const pending: ServerResponse[] = []
  const { promise: allArrived, resolve } = Promise.withResolvers<void>()
  server.on('request', (_, outgoing) => {
    if (pending.push(outgoing) === 3) resolve()
  })
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => closeServer(server, 0))
  const socket = connect(port, '127.0.0.1').resume()
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3))
  await allArrived

  const previous = () => pending.map((response) => responses.previous(response))
  expect(previous()).toEqual([undefined, pending[0], pending[1]])
  for (const [i, response] of pending.entries()) {
    const ended = once(response, 'close')
    response.end()
    await ended
    expect(previous()).toEqual(pending.map((_, at) => (at > i + 1 ? pending[at - 1] : undefined)))
  }
})
