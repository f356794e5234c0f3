import type { Send } from './delivery.ts'

/** Reaches nobody. */
export const noNetwork: Send = async () => {
  throw new Error('This version sends no webhooks')
}
