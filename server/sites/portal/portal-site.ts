import type { Context } from 'hono'
import { html } from 'hono/html'
import type { components } from '../../../generated/types.ts'
import type { Clock } from '../../domain/clock.ts'
import type { AccountId } from '../../domain/ids.ts'
import type { Mailer } from '../../email/mailer.ts'
import type { ReportFault } from '../../http/api/edge.ts'
import type { Env } from '../../http/api/env.ts'
import type { HeaderMap } from '../../http/api/respond.ts'
import type { Subscription } from '../../store/columns/webhook-columns.ts'
import type { Store } from '../../store/store.ts'
import { type Assets, baseAssets, readAssets } from '../kit/assets.ts'
import type { Markup } from '../kit/markup.ts'
import { pageHeaders } from '../kit/page-headers.ts'
import { type Session, sessionCookie, sessionReader } from '../kit/session.ts'

export type PortalOptions = {
  store: Store
  clock: Clock
  mailer: Mailer
  /** Sends a test delivery to a subscription, which is read again when the request is signed. */
  testWebhook: (
    account: AccountId,
    subscription: Subscription,
    read: () => Promise<Subscription | undefined>,
  ) => Promise<components['schemas']['WebhookTestResult']>
  /** Returns the text to store in place of a signing secret. */
  seal: (secret: string) => string
  /** The public base URL, without a trailing slash. */
  baseUrl: string
  onFault: ReportFault
}

/** The options, with values that are computed once. */
export type PortalSite = PortalOptions & {
  origin: string
  /** The path prefix of the pages in browsers. */
  base: string
  /** The path of the API's docs in browsers. */
  docs: string
  assets: Assets
  /** Returns the path of an asset. */
  assetUrl: (file: string) => string
  /** The accounts with a test delivery in progress. */
  testing: Set<AccountId>
  headers: HeaderMap
  sessionOf: (context: Context<Env>) => Session
  /** Returns the `Set-Cookie` header for a session's secret. */
  cookieOf: (secret: string) => string
}

export const portalAssetsPath = '/portal/assets'

/** Returns a link to a chapter of the API's docs. */
export const docsLink = (
  { docs }: Pick<PortalSite, 'docs'>,
  chapter: DocsChapter,
  text: string,
): Markup => html`<a href="${docs}#section/${chapter}">${text}</a>`

/** The chapters of the docs that pages link to, as in their URLs. */
type DocsChapter = 'authentication' | 'getting-started' | 'receiving-deliveries' | 'webhooks'

export const createPortalSite = (options: PortalOptions): PortalSite => {
  const { origin, protocol, pathname } = new URL(options.baseUrl)
  const base = pathname.replace(/\/$/, '')
  const isSecure = protocol === 'https:'
  const assets = readAssets(baseAssets, new URL('assets/', import.meta.url))
  return {
    ...options,
    origin,
    base: `${base}/portal`,
    docs: `${base}/docs`,
    assets,
    assetUrl: (file) => `${base}${portalAssetsPath}/${assets.nameOf(file)}`,
    testing: new Set(),
    headers: pageHeaders(),
    sessionOf: sessionReader('portal', isSecure),
    cookieOf: (secret) => sessionCookie('portal', isSecure, secret),
  }
}
