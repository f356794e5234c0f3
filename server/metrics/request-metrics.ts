import type { Server } from 'node:http'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { operationOf } from '../http/api/operation-of.ts'
import type { RouteOf } from '../http/api/route-of.ts'
import { type CompletedRequest, onCompletedRequest } from '../http/connection/completed-request.ts'

/** What a request was for: an operation, the route of a page, or nothing that is here. */
const purpose = ({ incoming: { method = '' }, route }: CompletedRequest): string =>
  route === undefined ? 'none' : (operationOf(method, route) ?? route)

/** Counts requests and their answers, and how long they take. */
export const requestMetrics = (registry: Registry, server: Server) => {
  const registers = [registry]
  const answered = new Counter({
    name: 'merch_http_requests_total',
    help: 'Requests, by operation (or route) and status; "left" where the client did not wait.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'merch_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer, by operation (or route).',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const underWay = new Gauge({
    name: 'merch_http_requests_in_flight',
    help: 'Requests that are not answered yet.',
    registers,
  })
  new Gauge({
    name: 'merch_http_connections',
    help: 'Open connections.',
    registers,
    collect() {
      return new Promise((resolve) =>
        server.getConnections((_, count) => {
          this.set(count ?? 0)
          resolve()
        }),
      )
    },
  })
  const refused = new Counter({
    name: 'merch_http_connections_refused_total',
    help: 'Connections that were closed at once because there were MAX_CONNECTIONS.',
    registers,
  })
  server.on('drop', () => refused.inc())
  const malformed = new Counter({
    name: 'merch_http_malformed_total',
    help: 'Connections on which something could not be read as a request, or not in time, by the code of the parser.',
    labelNames: ['code'],
    registers,
  })
  const ended = new WeakSet<object>()
  server.on('clientError', (error, socket) => {
    // What follows on the connection is more of the same.
    if (ended.has(socket)) return
    ended.add(socket)
    malformed.inc({ code: String('code' in error ? error.code : error.name) })
  })
  server.on('request', () => underWay.inc())

  return (routeOf: RouteOf): void =>
    onCompletedRequest(server, routeOf, (exchange) => {
      const operation = purpose(exchange)
      underWay.dec()
      answered.inc({ operation, status: exchange.status ?? 'left' })
      duration.observe({ operation }, exchange.milliseconds / 1000)
    })
}
