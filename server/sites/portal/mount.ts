import type { Hono } from 'hono'
import type { Env } from '../../http/api/env.ts'
import { mountAssets } from '../kit/assets.ts'
import { seeOther } from '../kit/document.ts'
import { mountMethods } from '../kit/methods.ts'
import { openKeys, openRevoke, postKeys, postRevoke } from './keys.ts'
import { openLimits } from './limits.ts'
import { methodProblemPage, problemPage } from './problem.ts'
import { openLink, openSignIn, postLink, postSignIn, postSignOut } from './sign-in.ts'
import { assetsPath, createSite, type PortalOptions } from './site.ts'
import { signedIn, visiting } from './visit.ts'
import { openWebhooks } from './webhooks.ts'

/**
 * The pages on which customers manage their account's keys (specification §5 rule 2). They need no
 * key and are not counted (design decision 32).
 */
export const portal =
  (options: PortalOptions) =>
  (app: Hono<Env>): void => {
    const site = createSite(options)
    const refuse = (_: unknown, allow: string) => methodProblemPage(site, allow)
    const mount = (path: string, answers: Parameters<typeof mountMethods>[2]) =>
      mountMethods(app, `/portal${path}`, answers, refuse)

    mountAssets(app, assetsPath, site.assets)
    mount('', { GET: signedIn(site, () => seeOther(`${site.base}/keys`, site.headers)) })
    mount('/sign-in', { GET: visiting(site, openSignIn), POST: visiting(site, postSignIn) })
    mount('/sign-in/:link', { GET: visiting(site, openLink), POST: visiting(site, postLink) })
    mount('/sign-out', { POST: visiting(site, postSignOut) })
    mount('/keys', { GET: signedIn(site, openKeys), POST: signedIn(site, postKeys) })
    mount('/keys/:id/revoke', {
      GET: signedIn(site, openRevoke),
      POST: signedIn(site, postRevoke),
    })
    mount('/webhooks', { GET: signedIn(site, openWebhooks) })
    mount('/limits', { GET: signedIn(site, openLimits) })
    app.all('/portal/*', () => problemPage(site, 'unknown'))
  }
