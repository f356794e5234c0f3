import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The shades of each color. `ground` is the background. */
export const colors = new Map(
  Object.entries({
    black: { base: '#303034', shade: '#1f1f22', light: '#4a4a50', ground: '#ece7df' },
    charcoal: { base: '#54565b', shade: '#3c3e42', light: '#6f7177', ground: '#ebe7e0' },
    forest: { base: '#2f5f47', shade: '#214635', light: '#437c5f', ground: '#e8ede2' },
    grey: { base: '#abadb1', shade: '#898b90', light: '#c6c8cb', ground: '#edebe6' },
    mustard: { base: '#dba52f', shade: '#b48120', light: '#ecc15f', ground: '#f7efdc' },
    navy: { base: '#2b4068', shade: '#1e2e4d', light: '#405b8c', ground: '#e6e9ef' },
    red: { base: '#c2423b', shade: '#9a302b', light: '#d9645c', ground: '#f6e8e3' },
    rust: { base: '#b7622f', shade: '#924a22', light: '#cf7f4e', ground: '#f4e9df' },
    sand: { base: '#dcc7a4', shade: '#bda67f', light: '#ebdcc1', ground: '#f4eee3' },
    teal: { base: '#2f8c8b', shade: '#216b6b', light: '#4daaa7', ground: '#e3eeec' },
    white: { base: '#fbfaf6', shade: '#dedad2', light: '#ffffff', ground: '#dbe3e0' },
  }),
)

const folder = join(import.meta.dirname, 'pictures')

/** Drawings by file name. Their colors are variables such as `var(--base)`. */
export const drawings: ReadonlyMap<string, string> = new Map(
  readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
)

/**
 * Returns the picture of a demo product.
 * @param file the file name: the product and the color, such as mug-white.svg.
 * @returns SVG; undefined for an unknown product or color.
 */
export const drawPicture = (file: string): string | undefined => {
  const [, what = '', color = ''] = /^([a-z]+)-([a-z]+)\.svg$/.exec(file) ?? []
  const [drawing, shades] = [drawings.get(`${what}.svg`), colors.get(color)]
  if (drawing === undefined || !shades) return undefined
  // The response's Content-Security-Policy allows no styles, so the colors become attributes.
  const colored = Object.entries(shades).reduce(
    (text, [shade, value]) => text.replaceAll(`var(--${shade})`, value),
    drawing,
  )
  return colored.replace('</title>', `, ${color}</title>`)
}
