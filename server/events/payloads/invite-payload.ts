import type { components } from '../../../generated/types.ts'
import type { WebhookPayloads } from '../../../generated/webhooks.ts'
import type { Cart, CartEventType } from '../../domain/cart.ts'

/** The invite of an event. */
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

/** The payload of an invite whose page was opened (specification §6). */
export const inviteViewed = (invite: Subject, page: string): WebhookPayloads['invite.viewed'] => ({
  event: 'invite.viewed',
  data: { ...common(invite), eventDetails: { page } },
})

/** The payload of a changed cart: what happened, on which page, and the cart after it (specification §6). */
export const cartUpdated = (
  invite: Subject,
  eventType: CartEventType,
  page: string,
  cart: Cart,
): WebhookPayloads['invite.cart_updated'] => ({
  event: 'invite.cart_updated',
  data: { ...common(invite), eventDetails: { eventType, page, cartItems: [...cart] } },
})

/** The payload of an invite that became an order, with what was in the cart (specification §6). */
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
