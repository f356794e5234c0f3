import { html } from 'hono/html'
import type { Markup } from '../kit/markup.ts'
import type { RedemptionSite } from './redemption-site.ts'

/**
 * Returns a square product picture.
 * @param alt empty if the text beside the picture says the same.
 */
export const picture = (
  site: Pick<RedemptionSite, 'assetUrl'>,
  imageUrl: string | null | undefined,
  alt: string,
  size: number,
): Markup =>
  html`<img class="picture" src="${imageUrl ?? site.assetUrl('no-picture.svg')}" alt="${alt}" width="${size}" height="${size}" loading="lazy" decoding="async">`
