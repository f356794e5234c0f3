import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { ofAllAccounts } from '../statement.ts'
import type { Reader, Signals } from '../store.ts'

/** The name of the channel, and of the lock that each receiver shares. */
const channel = 'merch_deliveries'

/** Notifications that arrive in this time are one signal. */
const collectMilliseconds = 100

const reconnectMilliseconds = 1000

/**
 * Signals by NOTIFY. A receiver has a connection of its own, and opens another one when it is lost.
 * @param connect opens a connection.
 */
export const postgresSignals = (reader: Reader, connect: () => Promise<Client>): Signals => ({
  send: async () => {
    await reader.all(ofAllAccounts`select pg_notify(${channel}, '')`)
  },
  receive: (onSignal) => {
    const stopping = new AbortController()
    const receiving = receive(connect, onSignal, stopping.signal)
    return () => {
      stopping.abort()
      // A host that is gone does not confirm the end of a connection.
      return Promise.race([receiving, wait(reconnectMilliseconds, undefined, { ref: false })])
    }
  },
  hasReceiver: async () => {
    const free = await reader.first<{ free: number }>(
      ofAllAccounts`select pg_try_advisory_xact_lock(hashtext(${channel})) as free`,
    )
    return free?.free === 0
  },
})

/** Receives until it is stopped. */
async function receive(
  connect: () => Promise<Client>,
  onSignal: () => void,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    try {
      const client = await connect()
      await listen(client, onSignal, stop).finally(() => client.end())
    } catch {
      // The database fails, which requests report.
    }
    await wait(reconnectMilliseconds, undefined, { signal: stop }).catch(() => {})
  }
}

/** Resolves when the connection is lost, or when it is stopped. */
async function listen(client: Client, onSignal: () => void, stop: AbortSignal): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  client.on('end', end)
  stop.addEventListener('abort', () => end())
  let collecting: NodeJS.Timeout | undefined
  const collect = () => {
    collecting ??= setTimeout(() => {
      collecting = undefined
      onSignal()
    }, collectMilliseconds)
  }
  client.on('notification', collect)
  await client.query(`select pg_advisory_lock_shared(hashtext('${channel}'))`)
  await client.query(`listen ${channel}`)
  // Of the time without a connection.
  collect()
  await ended
  clearTimeout(collecting)
}
