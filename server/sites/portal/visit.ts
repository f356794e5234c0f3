import type { Context } from 'hono'
import { secretDigest, sessionLifetime } from '../../domain/portal.ts'
import type { Env } from '../../http/api/env.ts'
import type { HeaderMap } from '../../http/api/respond.ts'
import { accountOfSession, type SignedIn } from '../../store/portal.ts'
import { seeOther } from '../kit/document.ts'
import { formToken } from '../kit/form-token.ts'
import { type ReadForm, readForm } from '../kit/read-form.ts'
import { problemPage } from './problem.ts'
import type { Site } from './site.ts'

/** A request for one of the portal's pages. */
export type Visit = {
  context: Context<Env>
  /** Who is signed in, if anybody is. */
  account: SignedIn | undefined
  now: number
  /** The session's secret. */
  secret: string
  /** What goes on every response. */
  headers: HeaderMap
}

/** A request by somebody who is signed in. */
export type SignedInVisit = Visit & { account: SignedIn }

type Answer<V> = (site: Site, visit: V) => Response | Promise<Response>

/** The token of a form; one that is about something else is of no use for it. */
export const tokenFor = ({ secret }: Visit, about: string): string => formToken(secret, about)

/** Reads one of the portal's forms: its fields, and what it is about. */
export const readFormOf = <Name extends string>(
  { origin }: Site,
  { context, secret }: Visit,
  about: string,
  fields: readonly Name[],
): Promise<ReadForm<Name>> => readForm(context, { fields, secret, about, origin })

/** Has a page answer whoever opens it. What goes wrong is reported, and told to the person in words. */
export const visiting =
  (site: Site, answer: Answer<Visit>) =>
  async (context: Context<Env>): Promise<Response> => {
    site.onRequest()
    try {
      const now = site.clock()
      const { secret, setCookie } = site.sessionOf(context)
      const account = await accountOfSession(
        site.store,
        secretDigest(secret),
        now - sessionLifetime,
      )
      const headers: HeaderMap = setCookie === undefined ? {} : { 'Set-Cookie': setCookie }
      return await answer(site, { context, account, now, secret, headers })
    } catch (error) {
      site.onFault(context, error)
      return problemPage(site, 'failed')
    }
  }

/** The same for pages of an account: who is not signed in is led to where one does. */
export const signedIn = (site: Site, answer: Answer<SignedInVisit>) =>
  visiting(site, (_, visit) => {
    const { account } = visit
    return account
      ? answer(site, { ...visit, account })
      : seeOther(`${site.base}/sign-in`, { ...site.headers, ...visit.headers })
  })
