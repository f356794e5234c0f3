import type { Context, Hono } from 'hono'
import type { Env } from '../../http/api/env.ts'

type PageHandler = (context: Context<Env>) => Response | Promise<Response>

/**
 * Mounts the handlers of a path. Hono serves HEAD with the GET handler.
 * @param rejectMethod returns the 405 for other methods. `allow` is the value of its `Allow` header
 *   (RFC 9110 §15.5.6).
 */
export const mountMethods = (
  app: Hono<Env>,
  path: string,
  handlers: { GET?: PageHandler; POST?: PageHandler },
  rejectMethod: (context: Context<Env>, allow: string) => Response | Promise<Response>,
): void => {
  const { GET, POST } = handlers
  if (GET) app.get(path, GET)
  if (POST) app.post(path, POST)
  const allow = [...(GET ? ['GET', 'HEAD'] : []), ...(POST ? ['POST'] : [])].join(', ')
  app.all(path, (context) => rejectMethod(context, allow))
}
