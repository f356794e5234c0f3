import { stat } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

/** Adds the sizes of the database's files to the registry. */
export const databaseMetrics = (registry: Registry, file: string): void => {
  new Gauge({
    name: 'merch_database_bytes',
    help: 'Size of the database and of its write-ahead log.',
    labelNames: ['file'],
    registers: [registry],
    async collect() {
      this.set({ file: 'database' }, await sizeOf(file))
      this.set({ file: 'wal' }, await sizeOf(`${file}-wal`))
    },
  })
}

/** The use of a database server by this process. */
export type ServerUse = {
  pools: Readonly<Record<string, { size: number; inUse: number; waiting: number }>>
  retries: Readonly<Record<string, number>>
}

/** Adds the use of a database server to the registry. */
export const databaseServerMetrics = (registry: Registry, use: () => ServerUse): void => {
  const registers = [registry]
  const pool = (name: string, help: string, value: 'size' | 'inUse' | 'waiting') =>
    new Gauge({
      name: `merch_database_pool_${name}`,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const [pool, counts] of Object.entries(use().pools)) this.set({ pool }, counts[value])
      },
    })
  pool('size', 'Connections to the database that this process opens at most.', 'size')
  pool('in_use', 'Connections that run reads or a transaction.', 'inUse')
  pool('waiting', 'Transactions that wait for a connection.', 'waiting')
  new Counter({
    name: 'merch_database_retries_total',
    help: 'Transactions that began again: serialization, deadlock, duplicate.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(use().retries)) this.inc({ reason }, count)
    },
  })
}
