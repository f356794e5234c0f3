import { mostOfOneSku } from '../../domain/cart.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const inWords = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const moments = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** A date as people write it, in UTC, as nobody knows where they are. */
export const dateWords = (milliseconds: number): string => dates.format(milliseconds)

/** How long it is until a moment, in the largest unit of which there are two. */
const awayWords = (milliseconds: number): string => {
  if (milliseconds >= 2 * day) return inWords.format(Math.floor(milliseconds / day), 'day')
  if (milliseconds >= 2 * hour) return inWords.format(Math.floor(milliseconds / hour), 'hour')
  return inWords.format(Math.max(Math.floor(milliseconds / minute), 1), 'minute')
}

/** When something ends: `8 June 2027 (in 200 days)`; with the time of day if that is soon. */
export const untilWords = (end: number, now: number): string => {
  const isSoon = end - now < 2 * day
  const moment = isSoon ? `${moments.format(end)} UTC` : dateWords(end)
  return `${moment} (${awayWords(end - now)})`
}

/** A number of things. */
export const countWords = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

export type StockWords = { text: string; tone: 'good' | 'low' | 'gone' }

/**
 * What is said of a variant's stock.
 * @param servable units that one warehouse has.
 * @param backorders whether more than these may be ordered.
 * @param productionTime lead time in days.
 */
export const stockWords = (
  servable: number,
  backorders: boolean,
  productionTime: number,
): StockWords => {
  if (servable >= mostOfOneSku) return { text: 'In stock', tone: 'good' }
  if (servable > 0)
    return { text: `Only ${servable} left${backorders ? ', more to order' : ''}`, tone: 'low' }
  if (!backorders) return { text: 'Sold out', tone: 'gone' }
  return { text: `Made to order, ${countWords(productionTime, 'day')}`, tone: 'low' }
}
