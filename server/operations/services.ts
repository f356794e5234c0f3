import type { Actions } from '../actions/actions.ts'
import type { Deliverer } from '../deliveries/dispatcher.ts'
import type { Seal } from '../deliveries/sealed-secret.ts'
import type { Clock } from '../domain/clock.ts'
import type { Mailer } from '../email/mailer.ts'
import type { Store } from '../store/store.ts'

/** The dependencies of the operations. */
export type Services = {
  store: Store
  clock: Clock
  /** Runs the actions that emit events. */
  actions: Actions
  deliverer: Pick<Deliverer, 'sendNow'>
  mailer: Mailer
  /** Encrypts signing secrets for storage. */
  seal: Seal
  /** The base URL of invites, without a trailing slash. */
  redeemUrl: string
  /** The base URL of images, without a trailing slash. */
  cdnUrl: string
}
