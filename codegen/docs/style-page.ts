import { readFileSync } from 'node:fs'

const part = (name: string): string =>
  readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8')

/** The page asks Redoc's own host for its logo; nothing of ours asks another host for anything. */
const foreignLogo = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g

const nothing = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"

/** The logo as a URL, so that the page asks no host for it. */
export const logo = `data:image/svg+xml,${encodeURIComponent(part('logo.svg').trim())}`

const headOf = (title: string): string => `
  <link rel="icon" href="${logo}">
  <meta name="color-scheme" content="light dark">
  <style>
    :root { --title: ${JSON.stringify(title).replaceAll('<', '\\3c ')}; }
    ${part('style.css')}
  </style>
`

/** Applies our style to a page of Redoc. */
export const stylePage = (page: string, title: string): string => {
  const own = page.replaceAll(foreignLogo, nothing)
  const inHead = own.replace('</head>', () => `${headOf(title)}</head>`)
  const end = inHead.lastIndexOf('</body>')
  return `${inHead.slice(0, end)}<script>${part('page.js')}</script>\n${inHead.slice(end)}`
}
