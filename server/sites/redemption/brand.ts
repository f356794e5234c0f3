import type { Hono } from 'hono'
import type { Env } from '../../http/env.ts'
import { immutable } from '../kit/assets.ts'

/** Returns the path of the style sheet of a color: `#` and six hexadecimal digits. */
export const brandPath = (color: string): string => `/i/brand/${color.slice(1)}.css`

/** Returns the relative luminance of a color, from 0 to 1 (WCAG 2.2). */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** On one of black and white, each color has a contrast of at least 4.5. */
const styleOf = (hex: string): string => {
  const text = luminance(hex) > 0.179 ? '#000000' : '#ffffff'
  return `.top { border-block-start: 0.4rem solid #${hex} }
button, .button, button:hover, .button:hover { background: #${hex}; color: ${text} }
`
}

/** Serves a style sheet for each color. The pages' policy forbids styles in their text. */
export const mountBrands = (app: Hono<Env>): void => {
  app.get('/i/brand/:file', ({ req }) => {
    const [, hex] = /\/([0-9a-f]{6})\.css$/.exec(req.path) ?? []
    return hex === undefined
      ? new Response('Not found\n', { status: 404 })
      : new Response(styleOf(hex), {
          headers: { ...immutable, 'Content-Type': 'text/css; charset=utf-8' },
        })
  })
}
