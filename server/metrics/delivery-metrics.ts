import { Counter, Gauge, type Registry } from 'prom-client'
import type { DeliveryObserver } from '../events/dispatch/delivery-observer.ts'

/** Counts deliveries and what became of them. */
export const deliveryMetrics = (registry: Registry): DeliveryObserver => {
  const registers = [registry]
  const over = new Counter({
    name: 'merch_deliveries_total',
    help: 'Deliveries that are over, by event and outcome: delivered, refused, failed, unwanted.',
    labelNames: ['event', 'outcome'],
    registers,
  })
  const pending = new Gauge({
    name: 'merch_deliveries_pending',
    help: 'Deliveries that wait or are under way.',
    registers,
  })
  return {
    taken: () => pending.inc(),
    over: (event, outcome) => {
      pending.dec()
      over.inc({ event, outcome })
    },
  }
}
