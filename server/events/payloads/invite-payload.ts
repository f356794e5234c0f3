import type { components } from '../../../generated/types.ts'
import type { WebhookPayloads } from '../../../generated/webhooks.ts'
import type { Cart, CartEventType } from '../../domain/cart.ts'

/** The invite that an event is about. */
type Subject = Pick<components['schemas']['Invite'], 'inviteNumber' | 'email'> & {
  id: string
  campaignId: string
}

const common = ({ id, inviteNumber, email, campaignId }: Subject) => ({
  inviteId: id,
  inviteNumber,
  email: email === '' ? null : email,
  campaignId,
  campaignTitle: null,
})

/** Returns the payload for an opened invite page (specification §6). */
export const inviteViewed = (invite: Subject, page: string): WebhookPayloads['invite.viewed'] => ({
  event: 'invite.viewed',
  data: { ...common(invite), eventDetails: { page } },
})

/**
 * Returns the payload for a changed cart (specification §6).
 * @param cart the cart after the change.
 */
export const cartUpdated = (
  invite: Subject,
  eventType: CartEventType,
  page: string,
  cart: Cart,
): WebhookPayloads['invite.cart_updated'] => ({
  event: 'invite.cart_updated',
  data: { ...common(invite), eventDetails: { eventType, page, cartItems: [...cart] } },
})

/**
 * Returns the payload for an invite that became an order (specification §6).
 * @param cart the cart that was ordered.
 */
export const inviteRedeemed = (
  invite: Subject,
  cart: Cart,
): WebhookPayloads['invite.redeemed'] => ({
  event: 'invite.redeemed',
  data: {
    ...common(invite),
    eventDetails: { eventType: 'ORDER_COMPLETE', cartItems: [...cart] },
  },
})
