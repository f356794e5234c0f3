import type { Context } from 'hono'
import type { Env } from '../../http/api/env.ts'
import type { HeaderMap } from '../../http/api/respond.ts'
import { findHeldInvite, type HeldInvite } from '../../store/held-invites.ts'
import { formToken } from '../kit/form-token.ts'
import { type Paths, pathsOf } from './paths.ts'
import { problemPage } from './problem.ts'
import type { Site } from './site.ts'

/** A request for one of an invite's pages. */
export type Visit = {
  context: Context<Env>
  invite: HeldInvite
  paths: Paths
  now: number
  /** The session's secret. */
  secret: string
  /** What the invite's forms carry. */
  token: string
  /** What goes on every response. */
  headers: HeaderMap
}

type Answer = (site: Site, visit: Visit) => Response | Promise<Response>

const slugPattern = /^\/i\/([A-Za-z0-9_-]{1,64})(?:\/|$)/

/** Has the invite of a path's slug answer. What goes wrong is reported, and told to the person in words. */
export const visiting =
  (site: Site, answer: Answer) =>
  async (context: Context<Env>): Promise<Response> => {
    site.onRequest()
    try {
      const [, slug = ''] = slugPattern.exec(context.req.path) ?? []
      const invite = slug === '' ? undefined : await findHeldInvite(site.store, slug)
      if (!invite) return await problemPage(site, 'unknown')
      const { secret, setCookie } = site.sessionOf(context)
      return await answer(site, {
        context,
        invite,
        paths: pathsOf(site.base, slug),
        now: site.clock(),
        secret,
        token: formToken(secret, slug),
        headers: { ...site.headers, ...(setCookie && { 'Set-Cookie': setCookie }) },
      })
    } catch (error) {
      site.onFault(context, error)
      return problemPage(site, 'failed')
    }
  }
