import { readFileSync } from 'node:fs'
import type { Page } from './pages.ts'

const part = (name: string): string =>
  readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8')

/**
 * The tokens that all surfaces share. On this page, a class of the root tells light from dark: people can
 * switch, whatever their system prefers.
 */
const tokens = (): string =>
  `${part('../../../styles/tokens.css').replace('color-scheme: light dark;', 'color-scheme: light;')}
:root.dark { color-scheme: dark; }
`

/** Redoc's logo, on Redoc's host. The page must load nothing from other hosts. */
const redocLogo = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g

const emptyImage = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"

/** The logo as a data URL, so that the page is self-contained. */
export const logo = `data:image/svg+xml,${encodeURIComponent(part('../../../styles/logo.svg').trim())}`

/** Returns the headings and the search as scripts. The search listens before Redoc is loaded. */
const searchOf = (pages: readonly Page[]): string => `
  <script type="application/json" id="pages">${JSON.stringify(pages).replaceAll('<', '\\u003c')}</script>
  <script>{${part('search.js')}}</script>
`

const headOf = (title: string): string => `
  <link rel="icon" href="${logo}">
  <meta name="color-scheme" content="light dark">
  <style>
    :root { --title: ${JSON.stringify(title).replaceAll('<', '\\3c ')}; }
    ${tokens()}
    ${part('style.css')}
    ${part('search.css')}
  </style>
`

/** A skip link, and a heading for screen readers. Redoc shows only what is near, which often has no heading of the first level. */
const heading = (title: string): string =>
  `<header>
  <a class="skip-link" href="#/">Skip to the content</a>
  <h1 class="page-title">${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</h1>
</header>`

/** Adds the logo, the styles, the search and the script to a page of Redoc. */
export const stylePage = (page: string, title: string, pages: readonly Page[]): string => {
  const own = page.replaceAll(redocLogo, emptyImage)
  const inHead = own.replace('</head>', () => `${headOf(title)}${searchOf(pages)}</head>`)
  const titled = inHead.replace('<body>', () => `<body>${heading(title)}`)
  const end = titled.lastIndexOf('</body>')
  return `${titled.slice(0, end)}<script>${part('page.js')}</script>\n${titled.slice(end)}`
}
