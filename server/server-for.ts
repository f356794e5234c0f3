import type { Server } from 'node:http'
import type { Config } from './config.ts'
import { defaultLimits } from './http/limits.ts'
import { newServer } from './http/listen.ts'

/** A server as the settings say; it is not listening yet. */
export const serverFor = ({ keepAliveSeconds, maxConnections }: Config): Server =>
  newServer({
    ...defaultLimits,
    keepAlive: keepAliveSeconds * 1000,
    connections: maxConnections,
  })
