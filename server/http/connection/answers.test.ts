import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { answersOf } from './answers.ts'
import { close, listen } from './listen.ts'

test('the answer before is known while it is under way, and not kept after that', async () => {
  const server = createServer()
  const answers = answersOf(server)
  const asked: ServerResponse[] = []
  const { promise: allCame, resolve } = Promise.withResolvers<void>()
  server.on('request', (_, outgoing) => {
    if (asked.push(outgoing) === 3) resolve()
  })
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => close(server, 0))
  const socket = connect(port, '127.0.0.1').resume()
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3))
  await allCame

  const before = () => asked.map((answer) => answers.before(answer))
  expect(before()).toEqual([undefined, asked[0], asked[1]])
  for (const [i, answer] of asked.entries()) {
    const ended = once(answer, 'close')
    answer.end()
    await ended
    expect(before()).toEqual(asked.map((_, at) => (at > i + 1 ? asked[at - 1] : undefined)))
  }
})
