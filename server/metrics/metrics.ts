import { stat } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Config, ConfigError } from '../config.ts'
import type { DeliveryObserver } from '../events/dispatcher.ts'
import { type CompletedRequest, onCompletedRequest } from '../http/access-log.ts'
import { closeServer, createHttpServer, listen } from '../http/http-server.ts'
import { operationOfRoute } from '../http/mount-operations.ts'
import type { RouteOf } from '../http/router.ts'

/** The use of a database server by this process. */
type ServerUse = {
  pool: { size: number; inUse: number; waiting: number }
  retries: Readonly<Record<string, number>>
}

type Options = Pick<Config, 'databaseFile' | 'metricsHost'> & {
  port: number
  /** The server whose requests are counted. */
  server: Server
  /** Returns the number of queued deliveries. */
  waiting: () => Promise<number>
  /** Returns the use of the database server, if there is one. */
  use: (() => ServerUse) | undefined
  log: Logger
}

/** Adds the sizes of the database's files, or the use of the database server. */
const addDatabase = (registers: Registry[], file: string, use: Options['use']): void => {
  const sizeOf = (path: string) =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    )
  if (use === undefined) {
    new Gauge({
      name: 'merch_database_bytes',
      help: 'Size of the database and of its write-ahead log.',
      labelNames: ['file'],
      registers,
      async collect() {
        this.set({ file: 'database' }, await sizeOf(file))
        this.set({ file: 'wal' }, await sizeOf(`${file}-wal`))
      },
    })
    return
  }
  const pools = [
    ['size', 'Connections to the database that this process opens at most.', 'size'],
    ['in_use', 'Connections that run reads or a transaction.', 'inUse'],
    ['waiting', 'Transactions that wait for a connection.', 'waiting'],
  ] as const
  for (const [name, help, value] of pools)
    new Gauge({
      name: `merch_database_pool_${name}`,
      help,
      registers,
      collect() {
        this.set(use().pool[value])
      },
    })
  new Counter({
    name: 'merch_database_retries_total',
    help: 'Transactions that began again: deadlock, duplicate, shortage.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(use().retries)) this.inc({ reason }, count)
    },
  })
}

/** Adds counters of deliveries by outcome. */
const addDeliveries = (registers: Registry[], waiting: Options['waiting']): DeliveryObserver => {
  let inProgress = 0
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

/** Adds counters of connections. */
const addConnections = (registers: Registry[], server: Server): void => {
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
}

/** Returns the operation of a request, or its route, or `none`. */
const operationLabel = ({ incoming: { method = '' }, route }: CompletedRequest): string =>
  route === undefined ? 'none' : (operationOfRoute(method, route) ?? route)

/** Adds counters and durations of requests. Counting starts when the result is called. */
const addRequests = (registers: Registry[], server: Server) => {
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
  server.on('request', () => inFlight.inc())
  return (routeOf: RouteOf): void =>
    onCompletedRequest(server, routeOf, (request) => {
      const operation = operationLabel(request)
      inFlight.dec()
      completed.inc({ operation, status: request.status ?? 'left' })
      duration.observe({ operation }, request.milliseconds / 1000)
    })
}

/**
 * Serves the metrics page for Prometheus on its own port, and logs its address.
 * @throws {ConfigError} when the address is not available.
 */
export const serveMetrics = async (options: Options) => {
  const { port, metricsHost: host, databaseFile, server, waiting, use, log } = options
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addDatabase(registers, databaseFile, use)
  addConnections(registers, server)
  const page = createHttpServer().on('request', ({ method, url }, outgoing) => {
    if (url !== '/metrics' || method !== 'GET') return outgoing.writeHead(404).end()
    registry.metrics().then(
      (text) => outgoing.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => outgoing.writeHead(500).end(),
    )
  })
  const listened = await listen(page, port, host).catch((error: Error) => {
    throw new ConfigError(`Cannot listen on METRICS_HOST and METRICS_PORT: ${error.message}`)
  })
  const name = host.includes(':') ? `[${host}]` : host
  log.info({ metrics: `http://${name}:${listened}/metrics` }, 'Serving metrics')
  return {
    deliveries: addDeliveries(registers, waiting),
    /** Counts requests from now on. @param routeOf returns the route of a request. */
    watch: addRequests(registers, server),
    stop: () => closeServer(page, 0),
  }
}
