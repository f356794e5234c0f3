import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { destroyConnections, openConnections, trackConnections } from './http-server.ts'
import { listen } from './listen.ts'

test('connections are known while they are open, with TLS or without', async () => {
  const server = createServer()
  expect(openConnections(server).size).toBe(0)
  const connections = trackConnections(server)
  const [plain, secure] = [new Socket(), new Socket()]
  server.emit('connection', plain)
  server.emit('secureConnection', secure)
  expect([...openConnections(server)]).toEqual([plain, secure])
  plain.destroy()
  await once(plain, 'close')
  expect([...connections]).toEqual([secure])
  destroyConnections(server)
  expect(secure.destroyed).toBe(true)
})

test('connections of a server that does not track them are closed too', async () => {
  const server = createServer()
  const client = connect(await listen(server, 0, '127.0.0.1'), '127.0.0.1')
  await once(server, 'connection')
  server.close()
  destroyConnections(server)
  await once(client, 'close')
})
