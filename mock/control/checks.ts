import type { Context, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Config } from '../../server/config.ts'
import { decodeText, maxBodyBytes, readBytes } from '../../server/http/api/input.ts'
import type { Env } from '../../server/http/kit/env.ts'
import { depthHeader } from '../receivers.ts'
import { isOwnHost } from './own-host.ts'

/** Returns the `Host` header. The server replaces it before the app sees the request. */
const hostOf = ({ env, req }: Context<Env>): string | undefined => {
  const raw = env?.incoming?.rawHeaders
  if (!raw) return req.header('host')
  const index = raw.findIndex((each, i) => i % 2 === 0 && each.toLowerCase() === 'host')
  return index < 0 ? undefined : raw[index + 1]
}

/**
 * Rejects requests that only a page of another site can cause. Such a page can read the request log
 * if its host name resolves to this machine (DNS rebinding), and can send forms to any host.
 */
export const rejectOtherSites = (config: Config): MiddlewareHandler<Env> => {
  const isOwn = isOwnHost(config)
  return async (context, next) => {
    const { method } = context.req
    const host = hostOf(context)
    // Browsers always send the header.
    if (host !== undefined && !isOwn(host))
      throw new HTTPException(403, {
        message: `The control API rejects the host ${host}. Use ${config.baseUrl}/__mock/, or start the mock with BASE_URL=http://${host}.`,
      })
    const origin = context.req.header('origin')
    const isForeign =
      context.req.header('sec-fetch-site') === 'cross-site' ||
      (origin !== undefined && !isOwn(origin.replace(/^https?:\/\//, '')))
    if (isForeign && method !== 'GET' && method !== 'HEAD')
      throw new HTTPException(403, {
        message: 'Requests from other sites are rejected. Use the mock’s own page at /__mock/.',
      })
    return next()
  }
}

/** Rejects deliveries of a mock. A receiver that is a mock would otherwise cause further deliveries. */
export const rejectDeliveries: MiddlewareHandler<Env> = (context, next) => {
  if (context.req.header(depthHeader) === undefined) return next()
  throw new HTTPException(508, {
    message: `This request is a delivery of a mock: it has the header ${depthHeader}. Register a receiver that is not a mock.`,
  })
}

/**
 * Reads a JSON body of at most 256 KiB.
 * @throws {SyntaxError} if it is not JSON.
 */
export const readJson = async (context: Context<Env>): Promise<unknown> => {
  const bytes = await readBytes(context, maxBodyBytes)
  if (bytes === 'too large')
    throw new HTTPException(413, { message: 'The body must be at most 256 KiB' })
  return JSON.parse((bytes !== 'cut off' && decodeText(bytes)) || '')
}
