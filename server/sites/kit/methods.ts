import type { Context, Hono } from 'hono'
import type { Env } from '../../http/api/env.ts'

type Answer = (context: Context<Env>) => Response | Promise<Response>

/**
 * Answers some methods of a path; HEAD where GET is, by Hono. Every other method is refused.
 * @param refuse makes a 405; its `Allow` names the methods that there are (RFC 9110 §15.5.6).
 */
export const mountMethods = (
  app: Hono<Env>,
  path: string,
  answers: { GET?: Answer; POST?: Answer },
  refuse: (context: Context<Env>, allow: string) => Response | Promise<Response>,
): void => {
  const { GET, POST } = answers
  if (GET) app.get(path, GET)
  if (POST) app.post(path, POST)
  const allow = [...(GET ? ['GET', 'HEAD'] : []), ...(POST ? ['POST'] : [])].join(', ')
  app.all(path, (context) => refuse(context, allow))
}
