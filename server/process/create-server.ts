import type { Server } from 'node:http'
import type { Config } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import {
  addStrictTransportSecurity,
  createHttpServer,
  defaultLimits,
} from '../http/connection/http-server.ts'
import { readTls } from './tls.ts'

const isLocalhost = (url: string): boolean => /^(.+\.)?localhost$/.test(new URL(url).hostname)

/**
 * Creates the HTTP server from the configuration. It is not listening yet.
 * @throws {ConfigError} when the TLS certificate is not valid.
 */
export const createServer = ({
  keepAliveSeconds,
  maxConnections,
  tls,
  baseUrl,
}: Config): Server => {
  const server = createHttpServer(
    { ...defaultLimits, keepAliveTimeout: keepAliveSeconds * 1000, maxConnections },
    tls && readTls(tls, systemClock()),
  )
  return tls && !isLocalhost(baseUrl) ? addStrictTransportSecurity(server) : server
}
