import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { type Config, ConfigError } from '../config.ts'
import type { DeliveryObserver } from '../events/dispatch/delivery-observer.ts'
import type { RouteOf } from '../http/api/route-of.ts'
import { closeServer } from '../http/connection/close-server.ts'
import { createHttpServer } from '../http/connection/http-server.ts'
import { listen } from '../http/connection/listen.ts'
import { databaseMetrics } from './database-metrics.ts'
import { deliveryMetrics } from './delivery-metrics.ts'
import { requestMetrics } from './request-metrics.ts'

/** What Prometheus reads, on a port of its own. */
export type Metrics = {
  deliveries: DeliveryObserver
  /** Counts requests from now on. @param routeOf tells what a request led to. */
  watch(routeOf: RouteOf): void
  /** Starts listening, and says where. @throws {ConfigError} when the address cannot be had. */
  listen(log: Logger): Promise<void>
  stop(): Promise<void>
}

/** Serves one page: the present values as text. */
const pageOf = (registry: Registry): Server =>
  createHttpServer().on('request', ({ method, url }, outgoing) => {
    if (url !== '/metrics' || method !== 'GET') return outgoing.writeHead(404).end()
    registry.metrics().then(
      (text) => outgoing.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => outgoing.writeHead(500).end(),
    )
  })

/** Metrics of a server, its deliveries, its database and its process; nothing if none are wanted. */
export const metricsFor = (
  { metricsHost: host, metricsPort, databaseFile }: Config,
  server: Server,
): Metrics | undefined => {
  if (metricsPort === undefined) return undefined
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  databaseMetrics(registry, databaseFile)
  const page = pageOf(registry)
  return {
    deliveries: deliveryMetrics(registry),
    watch: requestMetrics(registry, server),
    listen: async (log) => {
      const port = await listen(page, metricsPort, host).catch((error: Error) => {
        throw new ConfigError(`METRICS_HOST and METRICS_PORT cannot be had: ${error.message}`)
      })
      const name = host.includes(':') ? `[${host}]` : host
      log.info({ metrics: `http://${name}:${port}/metrics` }, 'metrics are served')
    },
    stop: () => closeServer(page, 0),
  }
}
