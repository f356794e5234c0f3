import type { Context } from 'hono'
import type { Clock } from '../../domain/clock.ts'
import type { AccountId } from '../../domain/ids.ts'
import type { Mailer } from '../../email/mailer.ts'
import type { ReportFault } from '../../http/api/edge.ts'
import type { Env } from '../../http/api/env.ts'
import type { HeaderMap } from '../../http/api/respond.ts'
import type { ClientAddress } from '../../http/connection/client-address.ts'
import type { Budget } from '../../http/rate-limit/request-budget.ts'
import type { Store } from '../../store/store.ts'
import { type Assets, baseAssets, readAssets } from '../kit/assets.ts'
import { pageHeaders } from '../kit/page-headers.ts'
import { type Session, sessionCookie, sessionReader } from '../kit/session.ts'

export type PortalOptions = {
  store: Store
  clock: Clock
  mailer: Mailer
  clientAddress: ClientAddress
  /** Returns the rate limit of an address without counting a request. */
  budgetOf: (address: string, account: AccountId) => Promise<Budget>
  windowSeconds: number
  /** The public base URL, without a trailing slash. */
  baseUrl: string
  /** Called for each request before the database is read. */
  onRequest(): void
  onFault: ReportFault
}

/** The options, with values that are computed once. */
export type PortalSite = PortalOptions & {
  origin: string
  /** The path prefix of the pages in browsers. */
  base: string
  assets: Assets
  /** Returns the path of an asset. */
  assetUrl: (file: string) => string
  headers: HeaderMap
  sessionOf: (context: Context<Env>) => Session
  /** Returns the `Set-Cookie` header for a session's secret. */
  cookieOf: (secret: string) => string
}

export const portalAssetsPath = '/portal/assets'

export const createPortalSite = (options: PortalOptions): PortalSite => {
  const { origin, protocol, pathname } = new URL(options.baseUrl)
  const base = pathname.replace(/\/$/, '')
  const isSecure = protocol === 'https:'
  const assets = readAssets(baseAssets, new URL('assets/', import.meta.url))
  return {
    ...options,
    origin,
    base: `${base}/portal`,
    assets,
    assetUrl: (file) => `${base}${portalAssetsPath}/${assets.nameOf(file)}`,
    headers: pageHeaders(),
    sessionOf: sessionReader('portal', isSecure),
    cookieOf: (secret) => sessionCookie('portal', isSecure, secret),
  }
}
