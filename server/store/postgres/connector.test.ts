import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '../../../testkit/listen.ts'
import { Connector } from './connector.ts'
import { readPostgresUrl } from './postgres-url.ts'

const int = (bytes: 2 | 4, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeIntBE(value, 0, bytes)
  return buffer
}

const message = (type: string, ...parts: (string | Buffer)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from(type), int(4, body.length + 4), body])
}

const isReady = message('Z', 'I')
const accepted = Buffer.concat([message('R', int(4, 0)), isReady])

/** A result with one row of values, each with the number of its type. */
const typedRow = (...values: [type: number, text: string][]): Buffer => {
  const columns = values.flatMap(([type]) => [
    ...['c\0', int(4, 0), int(2, 0), int(4, type)],
    ...[int(2, -1), int(4, -1), int(2, 0)],
  ])
  const fields = values.flatMap(([, text]) => [int(4, text.length), text])
  return Buffer.concat([
    message('T', int(2, values.length), ...columns),
    message('D', int(2, values.length), ...fields),
    message('C', 'SELECT 1\0'),
    isReady,
  ])
}

/** A result with one row of texts. */
const row = (...texts: string[]): Buffer =>
  typedRow(...texts.map((text): [number, string] => [25, text]))

/** The message that asks for TLS. */
const isTlsRequest = (bytes: Buffer): boolean => bytes.length === 8

/** Starts a server that responds as PostgreSQL does, unless the test says otherwise. */
const started = async (
  respond: (bytes: Buffer, connection: number) => Buffer | string | undefined = () => undefined,
) => {
  const sockets: Socket[] = []
  const received: Buffer[] = []
  const server = createServer((socket) => {
    const connection = sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      received.push(bytes)
      const usual = () =>
        isTlsRequest(bytes) ? 'N' : bytes[0] === 0 ? accepted : row('4711', 'off')
      const response = respond(bytes, connection) ?? usual()
      if (response !== '') socket.write(response)
    })
  })
  const port = await listen(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port, sockets, received }
}

const connectorTo = (hosts: string, query = 'sslmode=disable') =>
  new Connector(readPostgresUrl(`postgres://merch@${hosts}/shop?${query}`))

const connected = async (connector: Connector, isPatient = false) => {
  const { client, pid } = await connector.connect(isPatient)
  onTestFinished(() => client.end())
  return { client, pid }
}

const fake = (kind: 'Timeout' | 'Interval') => {
  vi.useFakeTimers({ toFake: [`set${kind}`, `clear${kind}`] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

const isQuery = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 1) === 'Q'

test('a connection has the id of the process that serves it, and survives its end', async () => {
  const { port, received } = await started()
  const { client, pid } = await connected(connectorTo(`127.0.0.1:${port}`))
  expect(pid).toBe(4711)
  // Without a listener, this throws.
  expect(client.emit('error', new Error('lost'))).toBe(true)
  const startup = received[0]?.toString().split('\0')
  expect(startup).toEqual(expect.arrayContaining(['statement_timeout', '4000']))
  expect(startup).toEqual(expect.arrayContaining(['idle_in_transaction_session_timeout', '10000']))
})

test('a statement fails after 4.5 seconds without a response', async () => {
  fake('Timeout')
  const { port } = await started((bytes) => (bytes.includes('select 2') ? '' : undefined))
  const { client } = await connected(connectorTo(`127.0.0.1:${port}`))
  let outcome = 'none'
  const ended = client.query('select 2').catch(({ message }: Error) => {
    outcome = message
  })
  await vi.advanceTimersByTimeAsync(4499)
  expect(outcome).toBe('none')
  await vi.advanceTimersByTimeAsync(1)
  await ended
  expect(outcome).toBe('Query read timeout')
})

test('the statements of a migration take any time, and so does its connection', async () => {
  fake('Timeout')
  const { promise: queried, resolve } = Promise.withResolvers<void>()
  const { port, received, sockets } = await started((bytes) => {
    if (isQuery(bytes)) resolve()
    return isQuery(bytes) ? '' : undefined
  })
  const connecting = connected(connectorTo(`127.0.0.1:${port}`), true)
  await queried
  await vi.advanceTimersByTimeAsync(600_000)
  sockets[0]?.write(row('4711', 'off'))
  await connecting
  expect(received[0]?.toString()).not.toContain('timeout')
})

test('a server that accepts a connection and no statement costs connect_timeout', async () => {
  fake('Timeout')
  const { promise: queried, resolve } = Promise.withResolvers<void>()
  const { port } = await started((bytes) => {
    if (isQuery(bytes)) resolve()
    return isQuery(bytes) ? '' : undefined
  })
  const connecting = connectorTo(`127.0.0.1:${port}`, 'sslmode=disable&connect_timeout=2').connect()
  const failed = expect(connecting).rejects.toThrow('Connection terminated')
  await queried
  await vi.advanceTimersByTimeAsync(2000)
  await failed
})

test('a server that only reads is left if the URL demands one that writes', async () => {
  const { port, sockets } = await started((bytes) =>
    isQuery(bytes) ? row('4711', 'on') : undefined,
  )
  const connector = connectorTo(
    `127.0.0.1:${port}`,
    'sslmode=disable&target_session_attrs=read-write',
  )
  const connecting = connector.connect()
  await expect(connecting).rejects.toThrow('127.0.0.1 only reads.')
  const [socket] = sockets
  if (socket && !socket.closed) await once(socket, 'close')
  await connected(connectorTo(`127.0.0.1:${port}`))
})

test('the host that accepted the last connection is tried first', async () => {
  const refusing = await started((bytes) => (isQuery(bytes) ? row('1', 'on') : undefined))
  const { port, sockets } = await started()
  const connector = connectorTo(
    `127.0.0.1:${refusing.port},127.0.0.1:${port}`,
    'sslmode=disable&target_session_attrs=read-write',
  )
  for (let i = 0; i < 2; i++) await connected(connector)
  expect([refusing.sockets.length, sockets.length]).toEqual([1, 2])
})

test('while a server is silent, another connection is opened each second, and one is kept', async () => {
  fake('Interval')
  const { port, sockets } = await started((_, connection) => (connection === 1 ? '' : undefined))
  const connecting = connected(connectorTo(`127.0.0.1:${port}`))
  await expect.poll(() => sockets.length).toBe(1)
  vi.advanceTimersByTime(1000)
  await connecting
  expect(vi.getTimerCount()).toBe(0)
  const [late] = sockets
  if (!late) throw new Error('no connection')
  late.write(accepted)
  late.once('data', () => late.write(row('1', 'off')))
  await once(late, 'close')
  expect(sockets).toHaveLength(2)
})

test('after a server has refused a connection, no other is opened', async () => {
  fake('Interval')
  const refused = message('E', 'SFATAL\0C28P01\0Mwrong password\0\0')
  const { port } = await started(() => refused)
  const connecting = connectorTo(`127.0.0.1:${port}`).connect()
  await expect(connecting).rejects.toThrow('wrong password. Check the user and the password')
  expect(vi.getTimerCount()).toBe(0)
})

test('a server whose TLS fails is used without TLS if sslmode allows it', async () => {
  const { port, sockets } = await started((bytes) => {
    if (isTlsRequest(bytes)) return 'S'
    return bytes[0] === 0x16 ? 'HTTP/1.1 400 Bad Request\r\n\r\n' : undefined
  })
  await connected(connectorTo(`127.0.0.1:${port}`, ''))
  expect(sockets).toHaveLength(2)
  const connecting = connectorTo(`127.0.0.1:${port}`, 'sslmode=require').connect()
  await expect(connecting).rejects.toThrow('Check sslmode, sslcert and sslkey in DATABASE_URL.')
})

test.each([
  ['bigint', 20, '7', 7],
  ['numeric', 1700, '1.5', 1.5],
  ['boolean', 16, 't', 1],
  ['boolean', 16, 'f', 0],
  ['json', 114, '{"a":1}', '{"a":1}'],
  ['jsonb', 3802, '[1]', '[1]'],
  ['text', 25, '7', '7'],
])('a %s (%i) of %s is read as SQLite returns it', async (_, type, text, value) => {
  const { port } = await started((bytes) =>
    bytes.includes('select it') ? typedRow([type, text]) : undefined,
  )
  const { client } = await connected(connectorTo(`127.0.0.1:${port}`), true)
  const { rows } = await client.query({ text: 'select it', rowMode: 'array' })
  expect(rows).toEqual([[value]])
})
