import type { Server } from 'node:http'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { operationOfRoute } from '../http/api/mount-operations.ts'
import { type CompletedRequest, onCompletedRequest } from '../http/connection/access-log.ts'
import type { RouteOf } from '../http/kit/router.ts'

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
