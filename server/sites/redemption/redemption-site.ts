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
import { brandPath } from './brand.ts'

export type RedemptionOptions = {
  store: Store
  clock: Clock
  /** Runs the actions that emit events. */
  actions: Actions
  /** The public base URL of the pages, without a trailing slash. */
  redeemUrl: string
  /** The base URL of product pictures, without a trailing slash. */
  cdnUrl: string
  onFault: ReportFault
}

/** The options, with values that are computed once. */
export type RedemptionSite = RedemptionOptions & {
  origin: string
  /** The path prefix of the pages in browsers. A proxy may add one to the server's paths. */
  base: string
  assets: Assets
  /** Returns the path of an asset. */
  assetUrl: (file: string) => string
  /** Returns the path of the style sheet of a brand's color. */
  brandUrl: (color: string) => string
  headers: HeaderMap
  sessionOf: (context: Context<Env>) => Session
}

/** The path of the assets below the base. No slug is this short. */
export const redemptionAssetsPath = '/i/assets'

/** CSP sources of product pictures. A product's image may be on any HTTPS host. */
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
    brandUrl: (color) => `${base}${brandPath(color)}`,
    headers: pageHeaders(imageSources(options.cdnUrl)),
    sessionOf: sessionReader('redemption', protocol === 'https:'),
  }
}
