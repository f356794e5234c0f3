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

/** A request for a page of the portal, with its session. */
export type PortalVisit = {
  context: Context<Env>
  /** Undefined if nobody is signed in. */
  account: SignedIn | undefined
  now: number
  /** The session's secret. */
  secret: string
  /** Headers for every response. */
  headers: HeaderMap
}

export type SignedInVisit = PortalVisit & { account: SignedIn }

type VisitHandler<V> = (site: PortalSite, visit: V) => Response | Promise<Response>

/** Returns the token of a form. It is valid for the session and the scope only. */
export const formTokenOf = ({ secret }: PortalVisit, about: string): string =>
  formToken(secret, about)

/** Reads a posted form of the portal. */
export const readPortalForm = <Name extends string>(
  { origin }: PortalSite,
  { context, secret }: PortalVisit,
  about: string,
  fields: readonly Name[],
): Promise<ReadForm<Name>> => readForm(context, { fields, secret, scope: about, origin })

/** Wraps a handler that does not require an account. An error is reported and shown as a 500 page. */
export const withVisit =
  (site: PortalSite, handle: VisitHandler<PortalVisit>) =>
  async (context: Context<Env>): Promise<Response> => {
    try {
      const now = site.clock()
      const { secret, setCookie } = site.sessionOf(context)
      const account = await accountOfSession(
        site.store,
        secretDigest(secret),
        now - sessionLifetime,
      )
      const headers: HeaderMap = setCookie === undefined ? {} : { 'Set-Cookie': setCookie }
      return await handle(site, { context, account, now, secret, headers })
    } catch (error) {
      site.onFault(context, error)
      return portalErrorPage(site, 'failed')
    }
  }

/** Wraps a handler that requires an account. Other visitors are redirected to the sign-in page. */
export const withAccount = (site: PortalSite, handle: VisitHandler<SignedInVisit>) =>
  withVisit(site, (_, visit) => {
    const { account } = visit
    return account
      ? handle(site, { ...visit, account })
      : seeOther(`${site.base}/sign-in`, { ...site.headers, ...visit.headers })
  })
