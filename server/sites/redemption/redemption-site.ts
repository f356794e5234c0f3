import type { Context } from 'hono'
import type { Actions } from '../../actions/actions.ts'
import type { Clock } from '../../domain/clock.ts'
import type { ReportFault } from '../../http/api/edge.ts'
import type { Env } from '../../http/api/env.ts'
import type { HeaderMap } from '../../http/api/respond.ts'
import type { Store } from '../../store/store.ts'
import { type Assets, baseAssets, readAssets } from '../kit/assets.ts'
import { pageHeaders } from '../kit/page-headers.ts'
import { type Session, sessionReader } from '../kit/session.ts'

/** What the redemption pages work with. */
export type RedemptionOptions = {
  store: Store
  clock: Clock
  /** Runs the actions that emit events. */
  actions: Actions
  /** Where invites are redeemed, without a slash at its end. */
  redeemUrl: string
  /** Where images are, without a slash at its end. */
  cdnUrl: string
  /** Told of each request as it arrives, before anything is read for it. */
  onRequest(): void
  onFault: ReportFault
}

/** The same, with what is made of it once. */
export type RedemptionSite = RedemptionOptions & {
  /** The origin of the pages. */
  origin: string
  /** What the paths of the pages begin with, as browsers see them: a proxy may have put something before ours. */
  base: string
  assets: Assets
  /** The address of an asset. */
  assetUrl: (file: string) => string
  headers: HeaderMap
  sessionOf: (context: Context<Env>) => Session
}

/** Where assets are, below the pages' base. No slug is so short. */
export const redemptionAssetsPath = '/i/assets'

/** Where product pictures come from: the CDN, and wherever else a product's image is. */
const imageSources = (cdnUrl: string): string[] => ['https:', new URL(cdnUrl).origin]

export const createRedemptionSite = (options: RedemptionOptions): RedemptionSite => {
  const { origin, protocol, pathname } = new URL(options.redeemUrl)
  const base = pathname.replace(/\/$/, '')
  const assets = readAssets(baseAssets, new URL('assets/', import.meta.url))
  return {
    ...options,
    origin,
    base,
    assets,
    assetUrl: (file) => `${base}${redemptionAssetsPath}/${assets.nameOf(file)}`,
    headers: pageHeaders(imageSources(options.cdnUrl)),
    sessionOf: sessionReader('redemption', protocol === 'https:'),
  }
}
