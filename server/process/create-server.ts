import type { Server } from 'node:http'
import type { Config } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import { defaultLimits } from '../http/connection/limits.ts'
import { newServer } from '../http/connection/listen.ts'
import { demandTls } from '../http/connection/secure.ts'
import { readTls } from './tls.ts'

const isLocalhost = (url: string): boolean => /^(.+\.)?localhost$/.test(new URL(url).hostname)

/**
 * A server as the settings say; it is not listening yet.
 * @throws {ConfigError} when its certificate cannot be used.
 */
export const serverFor = ({ keepAliveSeconds, maxConnections, tls, baseUrl }: Config): Server => {
  const server = newServer(
    { ...defaultLimits, keepAlive: keepAliveSeconds * 1000, connections: maxConnections },
    tls && readTls(tls, systemClock()),
  )
  return tls && !isLocalhost(baseUrl) ? demandTls(server) : server
}
