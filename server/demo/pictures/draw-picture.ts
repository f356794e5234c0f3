import { pins, tote } from './accessories.ts'
import { beanie, hoodie, socks, tee } from './clothes.ts'
import { type Color, colors } from './colors.ts'
import { box, notebook, pen } from './desk.ts'
import { bottle, mug } from './drinkware.ts'

/** Drawings by name, on a square of 400 units. */
const shapes: ReadonlyMap<string, (color: Color) => string> = new Map(
  Object.entries({ tee, hoodie, beanie, socks, bottle, mug, notebook, pen, box, tote, pins }),
)

/**
 * Returns the picture of a demo product.
 * @param file the file name: the product and the color, such as `mug-white.svg`.
 * @returns SVG; undefined for an unknown product or color.
 */
export const drawPicture = (file: string): string | undefined => {
  const [, what = '', name = ''] = /^([a-z]+)-([a-z]+)\.svg$/.exec(file) ?? []
  const [shape, color] = [shapes.get(what), colors.get(name)]
  if (!shape || !color) return undefined
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400">
<title>${what}, ${name}</title>
<rect width="400" height="400" fill="${color.ground}"/>
<ellipse cx="200" cy="350" rx="126" ry="15" fill="#3c2814" opacity=".1"/>${shape(color)}
</svg>
`
}
