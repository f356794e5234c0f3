import { stat } from 'node:fs/promises'
import type { Server } from 'node:http'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Config, ConfigError } from '../config.ts'
import type { DeliveryObserver } from '../deliveries/dispatcher.ts'
import { type CompletedRequest, onCompletedRequest, type RouteOf } from '../http/access-log.ts'
import { closeServer, createHttpServer, listen } from '../http/http-server.ts'
import { operationOfRoute } from '../http/mount-operations.ts'

type MetricsOptions = Pick<Config, 'databaseFile' | 'metricsHost'> & {
  port: number
  /** The server whose requests are counted. */
  server: Server
  version: string
  read: () => Promise<Readings>
  certificateExpires: () => number | undefined
  /** Returns the use of the database server, if there is one. */
  use: (() => ServerUse) | undefined
  log: Logger
}

/** The values that are read when Prometheus asks. Those that are missing have no line. */
export type Readings = {
  deliveries?: number
  /** Orders that wait for their shipment, by the days that they have waited at least. */
  orders?: Readonly<Record<string, number>>
} & { [Name in (typeof gauges)[number]['name']]?: number | undefined }

/** What is known without the database. */
const unread: Readings = { ready: 0 }

/** Milliseconds that the page waits for the database. Prometheus gives up after ten seconds. */
const patience = 1000

/** Times are in seconds since 1970. */
const gauges = [
  { name: 'ready', help: '1 if the server accepts requests, as /readyz says, otherwise 0.' },
  { name: 'deliveries_oldest_seconds', help: 'Age of the oldest delivery that is queued.' },
  {
    name: 'import_problems',
    help: 'Orders of providers that were not imported, or only in part.',
  },
  { name: 'last_sync_timestamp_seconds', help: 'When orders were last synced with the provider.' },
] as const

/**
 * Serves the metrics page for Prometheus on its own port, and logs its address.
 * @throws {ConfigError} when the address is not available.
 */
export const serveMetrics = async (options: MetricsOptions) => {
  const { port, metricsHost: host, databaseFile, server, version, use, log } = options
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addDatabase(registers, databaseFile, use)
  addConnections(registers, server)
  const failures = new Counter({
    name: 'merch_metrics_errors_total',
    help: 'Pages without the metrics of the database, because it failed or took longer than a second.',
    registers,
    // The page of a failure counts it.
    async collect() {
      await read()
    },
  })
  let reading: Promise<Readings> | undefined
  /** All gauges of a page share one read. */
  const read = () => {
    reading ??= inTime(options.read())
      .catch((error: Error) => {
        failures.inc()
        log.warn({ reason: error.message }, 'Metrics of the database are missing')
        return unread
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  addReadings(registers, read)
  addGauge(
    registers,
    'certificate_expires_timestamp_seconds',
    'When the TLS certificate in use expires.',
    options.certificateExpires,
  )
  new Gauge({ name: 'merch_build_info', help: 'The version.', labelNames: ['version'], registers })
    .labels(version)
    .set(1)
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
    deliveries: addDeliveries(registers, read),
    email: addEmails(registers),
    /** Counts requests from now on. @param routeOf returns the route of a request. */
    watch: addRequests(registers, server),
    stop: () => closeServer(page, 0),
  }
}

/** @throws when a read fails or takes too long. */
async function inTime(read: Promise<Readings>): Promise<Readings> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('It took longer than a second.')), patience)
  return Promise.race([read, late.promise]).finally(() => clearTimeout(timer))
}

/** Adds a value that is read when Prometheus asks. While it is undefined, it has no line. */
function addGauge(
  registers: Registry[],
  name: string,
  help: string,
  read: () => number | undefined | Promise<number | undefined>,
): void {
  new Gauge({
    name: `merch_${name}`,
    help,
    registers,
    async collect() {
      const value = await read()
      if (value === undefined) this.remove()
      else this.set(value)
    },
  })
}

/** Adds the sizes of the database's files, or the use of the database server. */
function addDatabase(registers: Registry[], file: string, use: MetricsOptions['use']): void {
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
    addGauge(registers, `database_pool_${name}`, help, () => use().pool[value])
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

function addConnections(registers: Registry[], server: Server): void {
  const connections = promisify(server.getConnections.bind(server))
  addGauge(registers, 'http_connections', 'Open connections.', connections)
  const rejected = new Counter({
    name: 'merch_http_connections_rejected_total',
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

function addReadings(registers: Registry[], read: MetricsOptions['read']): void {
  for (const { name, help } of gauges)
    addGauge(registers, name, help, async () => (await read())[name])
  new Gauge({
    name: 'merch_orders_waiting',
    help: 'Orders that wait for their shipment, and have waited for so many days or longer.',
    labelNames: ['days'],
    registers,
    async collect() {
      this.reset()
      for (const [days, count] of Object.entries((await read()).orders ?? {}))
        this.set({ days }, count)
    },
  })
}

/** Adds a counter of emails. Returns what counts one. */
function addEmails(registers: Registry[]) {
  const emails = new Counter({
    name: 'merch_emails_total',
    help: 'Emails by outcome: sent, failed. Those in the outbox have failed.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['sent', 'failed']) emails.inc({ outcome }, 0)
  return (isSent: boolean): void => emails.inc({ outcome: isSent ? 'sent' : 'failed' })
}

function addDeliveries(registers: Registry[], read: MetricsOptions['read']): DeliveryObserver {
  let inProgress = 0
  const completed = new Counter({
    name: 'merch_deliveries_total',
    help: 'Completed deliveries by event and outcome: delivered, rejected, failed, unwanted.',
    labelNames: ['event', 'outcome'],
    registers,
  })
  const help = 'Deliveries that are queued or in progress.'
  addGauge(registers, 'deliveries_pending', help, async () => {
    const { deliveries } = await read()
    return deliveries === undefined ? undefined : deliveries + inProgress
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

/** Adds counters and durations of requests. Counting starts when the result is called. */
function addRequests(registers: Registry[], server: Server) {
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

/** Returns the operation of a request, or its route, or `none`. */
function operationLabel({ incoming: { method = '' }, route }: CompletedRequest): string {
  return route === undefined ? 'none' : (operationOfRoute(method, route) ?? route)
}

/** The use of a database server by this process. */
type ServerUse = {
  pool: { size: number; inUse: number; waiting: number }
  retries: Readonly<Record<string, number>>
}
