import type { Context } from 'hono'
import { secretDigest, sessionLifetime } from '../../domain/portal.ts'
import type { Env } from '../../http/api/env.ts'
import type { HeaderMap } from '../../http/api/respond.ts'
import { accountOfSession, type SignedIn } from '../../store/portal.ts'
import { formToken } from '../kit/form-token.ts'
import { seeOther } from '../kit/html-response.ts'
import { type ReadForm, readForm } from '../kit/read-form.ts'
import { portalErrorPage } from './portal-error-page.ts'
import type { PortalSite } from './portal-site.ts'

/** A request for one of the portal's pages. */
export type PortalVisit = {
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
export type SignedInVisit = PortalVisit & { account: SignedIn }

type VisitHandler<V> = (site: PortalSite, visit: V) => Response | Promise<Response>

/** The token of a form; one that is about something else is of no use for it. */
export const formTokenOf = ({ secret }: PortalVisit, about: string): string =>
  formToken(secret, about)

/** Reads one of the portal's forms: its fields, and what it is about. */
export const readPortalForm = <Name extends string>(
  { origin }: PortalSite,
  { context, secret }: PortalVisit,
  about: string,
  fields: readonly Name[],
): Promise<ReadForm<Name>> => readForm(context, { fields, secret, scope: about, origin })

/** Has a page answer whoever opens it. What goes wrong is reported, and told to the person in words. */
export const withVisit =
  (site: PortalSite, answer: VisitHandler<PortalVisit>) =>
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
      return portalErrorPage(site, 'failed')
    }
  }

/** The same for pages of an account: who is not signed in is led to where one does. */
export const withAccount = (site: PortalSite, answer: VisitHandler<SignedInVisit>) =>
  withVisit(site, (_, visit) => {
    const { account } = visit
    return account
      ? answer(site, { ...visit, account })
      : seeOther(`${site.base}/sign-in`, { ...site.headers, ...visit.headers })
  })
