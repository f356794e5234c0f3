import type { Context } from 'hono'
import type { Clock } from '../../domain/clock.ts'
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

/** What the portal's pages work with. */
export type PortalOptions = {
  store: Store
  clock: Clock
  mailer: Mailer
  clientAddress: ClientAddress
  /** What an address has left, without counting anything. */
  budgetOf: (address: string, account: string) => Promise<Budget>
  windowSeconds: number
  /** How clients reach the service, without a slash at its end. */
  baseUrl: string
  /** Told of each request as it arrives, before anything is read for it. */
  onRequest(): void
  onFault: ReportFault
}

/** The same, with what is made of it once. */
export type PortalSite = PortalOptions & {
  /** The origin of the pages. */
  origin: string
  /** What the paths of the pages begin with, as browsers see them. */
  base: string
  assets: Assets
  /** The address of an asset. */
  assetUrl: (file: string) => string
  headers: HeaderMap
  sessionOf: (context: Context<Env>) => Session
  /** The header that gives a browser another session's cookie. */
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
