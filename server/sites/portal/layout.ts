import { html } from 'hono/html'
import type { HeaderMap } from '../../http/api/respond.ts'
import type { SignedIn } from '../../store/portal.ts'
import { respondWith } from '../kit/document.ts'
import { hiddenToken } from '../kit/fields.ts'
import { formToken } from '../kit/form-token.ts'
import type { Markup } from '../kit/markup.ts'
import type { Site } from './site.ts'

const pages = [
  { path: '/keys', text: 'API keys' },
  { path: '/webhooks', text: 'Webhooks' },
  { path: '/limits', text: 'Limits' },
] as const

/** What the form to sign out is about. */
export const signOutForm = 'sign-out'

/** Who sees a page, if somebody is signed in. */
type Viewer = { account: SignedIn | undefined; secret: string }

/** What a page shows. */
export type View = {
  title: string
  /** Which of the portal's pages it is. */
  path?: (typeof pages)[number]['path']
  main: Markup
}

const navigation = (
  site: Site,
  secret: string,
  path: View['path'],
): Markup => html`<nav aria-label="Settings">
<ul>${pages.map(
  (page) =>
    html`<li><a href="${site.base}${page.path}"${page.path === path && html` aria-current="page"`}>${page.text}</a></li>`,
)}</ul>
<form method="post" action="${site.base}/sign-out">${hiddenToken(formToken(secret, signOutForm))}<button class="quiet">Sign out</button></form>
</nav>`

const body = ({ path, main }: View, site: Site, viewer: Viewer | undefined): Markup => {
  const account = viewer?.account
  return html`<header class="top">
<p class="brand"><img src="${site.asset('portal.svg')}" alt="" width="28" height="28"> ${account?.name ?? 'Customer portal'}</p>
${viewer && account && navigation(site, viewer.secret, path)}
</header>
<main id="main">
${main}
</main>`
}

/** A page as a response. */
export const show = (
  site: Site,
  status: number,
  view: View,
  viewer?: Viewer,
  headers: HeaderMap = {},
): Promise<Response> =>
  respondWith(
    status,
    {
      title: viewer?.account ? `${view.title} – ${viewer.account.name}` : view.title,
      styles: ['base.css', 'portal.css'].map(site.asset),
      scripts: [site.asset('portal.js')],
      icon: site.asset('portal.svg'),
      body: body(view, site, viewer),
    },
    { ...site.headers, ...headers },
  )
