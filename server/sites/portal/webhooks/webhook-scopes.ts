import type { WebhookId } from '../../../domain/ids.ts'

/** The token scopes of the forms of a subscription. */
export const testScope = (id: WebhookId): string => `test ${id}`
export const rotateScope = (id: WebhookId): string => `rotate ${id}`
export const deleteScope = (id: WebhookId): string => `delete ${id}`
