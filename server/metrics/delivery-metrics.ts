import { Counter, Gauge, type Registry } from 'prom-client'
import type { DeliveryObserver } from '../events/dispatch/delivery-observer.ts'

/**
 * Adds counters of deliveries by outcome to the registry.
 * @param waiting returns the number of queued deliveries.
 */
export const deliveryMetrics = (
  registry: Registry,
  waiting: () => Promise<number>,
): DeliveryObserver => {
  let inProgress = 0
  const registers = [registry]
  const completed = new Counter({
    name: 'merch_deliveries_total',
    help: 'Completed deliveries by event and outcome: delivered, refused, failed, unwanted.',
    labelNames: ['event', 'outcome'],
    registers,
  })
  new Gauge({
    name: 'merch_deliveries_pending',
    help: 'Deliveries that are queued or in progress.',
    registers,
    async collect() {
      this.set((await waiting()) + inProgress)
    },
  })
  return {
    started: () => {
      inProgress++
    },
    finished: (event, outcome) => {
      inProgress--
      completed.inc({ event, outcome })
    },
  }
}
