import { html } from 'hono/html'
import type { Markup } from '../kit/markup.ts'
import type { RedemptionSite } from './redemption-site.ts'

/**
 * A picture in a square of its own, which stands before it is there.
 * @param alt empty where the text beside it says the same.
 */
export const picture = (
  site: Pick<RedemptionSite, 'assetUrl'>,
  imageUrl: string | null | undefined,
  alt: string,
  size: number,
): Markup =>
  html`<img class="picture" src="${imageUrl ?? site.assetUrl('no-picture.svg')}" alt="${alt}" width="${size}" height="${size}" loading="lazy" decoding="async">`
