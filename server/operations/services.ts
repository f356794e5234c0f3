import type { Clock } from '../domain/clock.ts'
import type { Mailer } from '../email/mailer.ts'
import type { Store } from '../store/store.ts'
import type { Deliverer } from '../webhooks/deliverer.ts'

/** What the operations work with. */
export type Services = {
  store: Store
  clock: Clock
  deliverer: Deliverer
  mailer: Mailer
  /** Where invites are redeemed, without a slash at its end. */
  redeemUrl: string
  /** Where images are, without a slash at its end. */
  cdnUrl: string
}
