import type { Emitter } from '../domain/event.ts'
import { inviteViewed } from '../events/payloads.ts'
import type { HeldInvite } from '../store/invites.ts'

/** Emits invite.viewed: a recipient has opened a page of the invite (specification §6). */
export const viewInvite = (emitter: Emitter, invite: HeldInvite, page: string): void =>
  emitter.emit(invite.account, inviteViewed(invite, page))
