import { Counter, Gauge, type Registry } from 'prom-client'
import type { DeliveryObserver } from '../events/dispatch/delivery-observer.ts'

/** Adds counters of deliveries by outcome to the registry. */
export const deliveryMetrics = (registry: Registry): DeliveryObserver => {
  const registers = [registry]
  const completed = new Counter({
    name: 'merch_deliveries_total',
    help: 'Completed deliveries by event and outcome: delivered, refused, failed, unwanted.',
    labelNames: ['event', 'outcome'],
    registers,
  })
  const pending = new Gauge({
    name: 'merch_deliveries_pending',
    help: 'Deliveries that are queued or in progress.',
    registers,
  })
  return {
    queued: () => pending.inc(),
    finished: (event, outcome) => {
      pending.dec()
      completed.inc({ event, outcome })
    },
  }
}
