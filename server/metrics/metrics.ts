import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { type Config, ConfigError } from '../config.ts'
import type { DeliveryObserver } from '../events/dispatch/delivery-observer.ts'
import { closeServer } from '../http/connection/close-server.ts'
import { createHttpServer } from '../http/connection/http-server.ts'
import { listen } from '../http/connection/listen.ts'
import type { RouteOf } from '../http/kit/router.ts'
import { databaseMetrics, databaseServerMetrics, type ServerUse } from './database-metrics.ts'
import { deliveryMetrics } from './delivery-metrics.ts'
import { requestMetrics } from './request-metrics.ts'

/** The metrics page for Prometheus, on its own port. */
export type Metrics = {
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
