import { mostOfOneSku } from '../../../domain/cart.ts'
import { countText } from './count-text.ts'

export type StockText = { text: string; tone: 'good' | 'low' | 'gone' }

/**
 * Returns the stock of a variant as text.
 * @param servable the units that one warehouse can ship.
 * @param backorders whether orders may exceed the stock.
 * @param productionTime in days.
 */
export const stockText = (
  servable: number,
  backorders: boolean,
  productionTime: number,
): StockText => {
  if (servable >= mostOfOneSku) return { text: 'In stock', tone: 'good' }
  if (servable > 0)
    return { text: `Only ${servable} left${backorders ? ', more to order' : ''}`, tone: 'low' }
  if (!backorders) return { text: 'Sold out', tone: 'gone' }
  return { text: `Made to order, ${countText(productionTime, 'day')}`, tone: 'low' }
}
