import type { Context } from 'hono'
import type { Env } from './env.ts'

/**
 * A request's header. Node has parsed all of them once; asking the Request goes through them again
 * for each name.
 * @param name in lower case.
 */
export const header = (context: Context<Env>, name: string): string | undefined => {
  const incoming = context.env?.incoming
  if (!incoming) return context.req.header(name)
  const value = incoming.headers[name]
  return typeof value === 'string' ? value : value?.[0]
}
