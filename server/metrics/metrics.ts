import { stat } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Config, ConfigError } from '../config.ts'
import type { DeliveryObserver } from '../events/dispatch/delivery-observer.ts'
import { type CompletedRequest, onCompletedRequest } from '../http/access-log.ts'
import { closeServer, createHttpServer, listen } from '../http/http-server.ts'
import { operationOfRoute } from '../http/mount-operations.ts'
import type { RouteOf } from '../http/router.ts'

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

/** Adds the sizes of the database's files to the registry. */
const databaseMetrics = (registry: Registry, file: string): void => {
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
type ServerUse = {
  pool: { size: number; inUse: number; waiting: number }
  retries: Readonly<Record<string, number>>
}

/** Adds the use of a database server to the registry. */
export const databaseServerMetrics = (registry: Registry, use: () => ServerUse): void => {
  const registers = [registry]
  const pool = (name: string, help: string, value: 'size' | 'inUse' | 'waiting') =>
    new Gauge({
      name: `merch_database_pool_${name}`,
      help,
      registers,
      collect() {
        this.set(use().pool[value])
      },
    })
  pool('size', 'Connections to the database that this process opens at most.', 'size')
  pool('in_use', 'Connections that run a read or a transaction.', 'inUse')
  pool('waiting', 'Reads and transactions that wait for a connection.', 'waiting')
  new Counter({
    name: 'merch_database_retries_total',
    help: 'Transactions that began again: deadlock, duplicate.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(use().retries)) this.inc({ reason }, count)
    },
  })
}

/**
 * Adds counters of deliveries by outcome to the registry.
 * @param waiting returns the number of queued deliveries.
 */
export const deliveryMetrics = (
  registry: Registry,
  waiting: () => Promise<number>,
): DeliveryObserver => {
  let inProgress = 0
  const registers = [registry]
  const completed = new Counter({
    name: 'merch_deliveries_total',
    help: 'Completed deliveries by event and outcome: delivered, refused, failed, unwanted.',
    labelNames: ['event', 'outcome'],
    registers,
  })
  new Gauge({
    name: 'merch_deliveries_pending',
    help: 'Deliveries that are queued or in progress.',
    registers,
    async collect() {
      this.set((await waiting()) + inProgress)
    },
  })
  return {
    started: () => {
      inProgress++
    },
    finished: (event, outcome) => {
      inProgress--
      completed.inc({ event, outcome })
    },
  }
}

/** Returns the operation of a request, or its route, or `none`. */
const operationLabel = ({ incoming: { method = '' }, route }: CompletedRequest): string =>
  route === undefined ? 'none' : (operationOfRoute(method, route) ?? route)

/** Adds counters and durations of requests to the registry. Counting starts when the result is called. */
export const requestMetrics = (registry: Registry, server: Server) => {
  const registers = [registry]
  const completed = new Counter({
    name: 'merch_http_requests_total',
    help: 'Completed requests by operation (or route) and status; "left" if the client disconnected first.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'merch_http_request_duration_seconds',
    help: 'Time from the request headers to the end of the response, by operation (or route).',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const inFlight = new Gauge({
    name: 'merch_http_requests_in_flight',
    help: 'Requests in progress.',
    registers,
  })
  new Gauge({
    name: 'merch_http_connections',
    help: 'Open connections.',
    registers,
    collect() {
      return new Promise((resolve) =>
        server.getConnections((_, count) => {
          this.set(count)
          resolve()
        }),
      )
    },
  })
  const rejected = new Counter({
    name: 'merch_http_connections_refused_total',
    help: 'Connections that were rejected because MAX_CONNECTIONS were open.',
    registers,
  })
  server.on('drop', () => rejected.inc())
  const malformed = new Counter({
    name: 'merch_http_malformed_total',
    help: 'Connections closed after a malformed or late request, by the code of the HTTP parser.',
    labelNames: ['code'],
    registers,
  })
  const counted = new WeakSet<object>()
  server.on('clientError', (error, socket) => {
    // The parser reports an error for each later chunk of the connection too.
    if (counted.has(socket)) return
    counted.add(socket)
    malformed.inc({ code: String('code' in error ? error.code : error.name) })
  })
  server.on('request', () => inFlight.inc())

  return (routeOf: RouteOf): void =>
    onCompletedRequest(server, routeOf, (request) => {
      const operation = operationLabel(request)
      inFlight.dec()
      completed.inc({ operation, status: request.status ?? 'left' })
      duration.observe({ operation }, request.milliseconds / 1000)
    })
}

/** The metrics page for Prometheus, on its own port. */
type Metrics = {
  deliveries: DeliveryObserver
  /** Counts requests from now on. @param routeOf returns the route of a request. */
  watch(routeOf: RouteOf): void
  /** Starts listening and logs the address. @throws {ConfigError} when the address is not available. */
  listen(log: Logger): Promise<void>
  stop(): Promise<void>
}

/** Creates the server of the metrics page. */
const pageOf = (registry: Registry): Server =>
  createHttpServer().on('request', ({ method, url }, outgoing) => {
    if (url !== '/metrics' || method !== 'GET') return outgoing.writeHead(404).end()
    registry.metrics().then(
      (text) => outgoing.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => outgoing.writeHead(500).end(),
    )
  })

/**
 * Creates the metrics of a server, or undefined without METRICS_PORT.
 * @param waiting returns the number of queued deliveries.
 * @param use returns the use of the database server, if there is one.
 */
export const createMetrics = (
  { metricsHost: host, metricsPort, databaseFile }: Config,
  server: Server,
  waiting: () => Promise<number>,
  use: (() => ServerUse) | undefined,
): Metrics | undefined => {
  if (metricsPort === undefined) return undefined
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  if (use) databaseServerMetrics(registry, use)
  else databaseMetrics(registry, databaseFile)
  const page = pageOf(registry)
  return {
    deliveries: deliveryMetrics(registry, waiting),
    watch: requestMetrics(registry, server),
    listen: async (log) => {
      const port = await listen(page, metricsPort, host).catch((error: Error) => {
        throw new ConfigError(`Cannot listen on METRICS_HOST and METRICS_PORT: ${error.message}`)
      })
      const name = host.includes(':') ? `[${host}]` : host
      log.info({ metrics: `http://${name}:${port}/metrics` }, 'serving metrics')
    },
    stop: () => closeServer(page, 0),
  }
}
