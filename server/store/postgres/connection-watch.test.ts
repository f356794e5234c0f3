import { Client } from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ConnectionWatch } from './connection-watch.ts'
import { Connector } from './connector.ts'
import { PostgresConnection, PreparedStatements } from './postgres-connection.ts'
import { readPostgresUrl } from './postgres-url.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

/** Watches connections beside a PostgreSQL that responds to the statements of the watch alone. */
const watched = () => {
  const sent: unknown[][] = []
  let active: number[] = []
  let ended = 0
  /** Called before PostgreSQL says which processes are active. */
  let onCheck = () => {}
  const own = Object.assign(new Client(), {
    query: async (...statement: unknown[]) => {
      sent.push(statement)
      onCheck()
      return { rows: active.map((pid) => [pid]) }
    },
    end: async () => {
      ended++
    },
  })
  const connector = new Connector(readPostgresUrl('postgres://localhost/shop'))
  const connect = vi.spyOn(connector, 'connect').mockResolvedValue({ client: own, pid: 0 })
  const watch = new ConnectionWatch(connector)
  onTestFinished(() => watch.stop())
  const add = (pid: number) => {
    let respond = () => {}
    const client = Object.assign(new Client(), {
      query: () =>
        new Promise<object>((resolve) => {
          respond = () => resolve({ command: 'SELECT' })
        }),
    })
    const connection = new PostgresConnection({ client, pid }, new PreparedStatements(), () => {})
    watch.add(connection)
    const isDropped = () => client.connection.stream.destroyed
    return {
      connection,
      isDropped,
      send: () => connection.command('select'),
      respond: () => respond(),
    }
  }
  return {
    ...{ watch, add, connect, sent },
    ended: () => ended,
    setActive: (...pids: number[]) => {
      active = pids
    },
    setOnCheck: (call: () => void) => {
      onCheck = call
    },
    advance: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
  }
}

test('connections that are silent for a second, and that PostgreSQL does not serve, are closed', async () => {
  const { watch, add, connect, advance, ended, setActive } = watched()
  const [dead, slow, idle, forgotten] = [add(1), add(2), add(3), add(4)]
  setActive(2)
  for (const { send } of [dead, slow, forgotten]) void send()
  watch.delete(forgotten.connection)
  await advance(1000)
  expect(connect).not.toHaveBeenCalled()
  const late = add(5)
  void late.send()
  await advance(500)
  expect([dead, slow, idle, forgotten, late].map(({ isDropped }) => isDropped())).toEqual([
    ...[true, false, false, false, false],
  ])
  expect([connect.mock.calls.length, ended()]).toEqual([1, 1])
})

test('a connection that responds during the check stays open', async () => {
  const { add, advance, sent, setOnCheck } = watched()
  const { send, respond, isDropped } = add(1)
  const responded = send()
  setOnCheck(respond)
  await advance(1500)
  await responded
  expect([sent.length, isDropped()]).toEqual([1, false])
})

test('a check that fails ends its connection, and the next one follows', async () => {
  const { watch, add, connect, advance, ended, setOnCheck } = watched()
  const { send, isDropped } = add(1)
  void send()
  setOnCheck(() => {
    throw new Error('refused')
  })
  await advance(1500)
  expect([connect.mock.calls.length, ended(), isDropped()]).toEqual([1, 1, false])
  setOnCheck(() => {})
  watch.stop()
  await advance(1000)
  expect(isDropped()).toBe(false)
})

test('a terminated connection is closed at once, and its process is ended', async () => {
  const { watch, add, sent, ended } = watched()
  const { connection, isDropped } = add(7)
  watch.terminate(connection)
  expect(isDropped()).toBe(true)
  await expect.poll(ended).toBe(1)
  expect(sent).toEqual([['select pg_terminate_backend($1)', [7]]])
})
