import { html } from 'hono/html'
import type { HeaderMap } from '../../http/api/respond.ts'
import type { SignedIn } from '../../store/portal.ts'
import { hiddenTokenField } from '../kit/form-fields.ts'
import { formToken } from '../kit/form-token.ts'
import { htmlResponse } from '../kit/html-response.ts'
import type { Markup } from '../kit/markup.ts'
import { docsLink, type PortalSite } from './portal-site.ts'

const pages = [
  { path: '/keys', text: 'API keys' },
  { path: '/webhooks', text: 'Webhooks' },
] as const

/** The token scope of the sign-out form. */
export const signOutScope = 'sign-out'

/** The session that a page is shown to. */
type Viewer = { account: SignedIn | undefined; secret: string }

export type PortalView = {
  title: string
  /** The page's entry in the navigation. */
  path?: (typeof pages)[number]['path']
  /** The account that the page is about, if nobody is signed in. */
  account?: SignedIn
  main: Markup
}

const navigation = (
  site: PortalSite,
  secret: string,
  path: PortalView['path'],
): Markup => html`<nav aria-label="Settings">
<ul>${pages.map(
  (page) =>
    html`<li><a href="${site.base}${page.path}"${page.path === path && html` aria-current="page"`}>${page.text}</a></li>`,
)}</ul>
<form method="post" action="${site.base}/sign-out">${hiddenTokenField(formToken(secret, signOutScope))}<button class="quiet">Sign out</button></form>
</nav>`

const bodyOf = (
  { path, account: subject, main }: PortalView,
  site: PortalSite,
  viewer: Viewer | undefined,
): Markup => {
  const account = viewer?.account ?? subject
  return html`<header class="top">
<p class="brand"><img src="${site.assetUrl('portal.svg')}" alt="" width="28" height="28"> ${account?.name ?? 'Customer portal'}</p>
${viewer?.account && navigation(site, viewer.secret, path)}
</header>
<main id="main">
${main}
</main>
<footer class="bottom"><a href="${site.docs}">API documentation</a> ${docsLink(site, 'getting-started', 'Getting started')}</footer>`
}

/** Returns a page as a response. The navigation is shown if the viewer is signed in. */
export const portalPage = (
  site: PortalSite,
  status: number,
  view: PortalView,
  viewer?: Viewer,
  headers: HeaderMap = {},
): Promise<Response> =>
  htmlResponse(
    status,
    {
      title: viewer?.account ? `${view.title} – ${viewer.account.name}` : view.title,
      styles: ['tokens.css', 'base.css', 'portal.css'].map(site.assetUrl),
      scripts: [site.assetUrl('portal.js')],
      icon: site.assetUrl('portal.svg'),
      body: bodyOf(view, site, viewer),
    },
    { ...site.headers, ...headers },
  )
