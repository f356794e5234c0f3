import { stat } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'

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
