import type { Context, Hono } from 'hono'
import type { Env } from '../../http/api/env.ts'

type PageHandler = (context: Context<Env>) => Response | Promise<Response>

/**
 * Answers some methods of a path; HEAD where GET is, by Hono. Every other method is refused.
 * @param rejectMethod makes a 405; its `Allow` names the methods that there are (RFC 9110 §15.5.6).
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
