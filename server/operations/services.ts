import type { Actions } from '../actions/actions.ts'
import type { Clock } from '../domain/clock.ts'
import type { Mailer } from '../email/mailer.ts'
import type { Deliverer } from '../events/dispatch/deliverer.ts'
import type { Seal } from '../events/dispatch/sealed-secret.ts'
import type { Store } from '../store/store.ts'

/** What the operations work with. */
export type Services = {
  store: Store
  clock: Clock
  /** Runs the actions that emit events. */
  actions: Actions
  deliverer: Pick<Deliverer, 'test'>
  mailer: Mailer
  /** How signing secrets are kept. */
  seal: Seal
  /** Where invites are redeemed, without a slash at its end. */
  redeemUrl: string
  /** Where images are, without a slash at its end. */
  cdnUrl: string
}
