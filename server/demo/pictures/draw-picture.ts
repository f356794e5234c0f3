import { pins, tote } from './accessories.ts'
import { beanie, hoodie, socks, tee } from './clothes.ts'
import { type Colour, colours } from './colours.ts'
import { box, notebook, pen } from './desk.ts'
import { bottle, mug } from './drinkware.ts'

/** Every thing that can be drawn, in a colour, on a square of 400. */
const shapes: ReadonlyMap<string, (colour: Colour) => string> = new Map(
  Object.entries({ tee, hoodie, beanie, socks, bottle, mug, notebook, pen, box, tote, pins }),
)

/**
 * Draws the picture of a product of the demo.
 * @param file its name on the CDN: what it shows and the colour, such as `mug-white.svg`.
 * @returns SVG; undefined for what cannot be drawn.
 */
export const drawPicture = (file: string): string | undefined => {
  const [, what = '', name = ''] = /^([a-z]+)-([a-z]+)\.svg$/.exec(file) ?? []
  const [shape, colour] = [shapes.get(what), colours.get(name)]
  if (!shape || !colour) return undefined
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400">
<title>${what}, ${name}</title>
<rect width="400" height="400" fill="${colour.ground}"/>
<ellipse cx="200" cy="350" rx="126" ry="15" fill="#3c2814" opacity=".1"/>${shape(colour)}
</svg>
`
}
