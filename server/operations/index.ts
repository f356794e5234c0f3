import { implement, type Operations } from '../../generated/operations.ts'
import type { Call } from '../http/call.ts'
import { authOperations } from './auth.ts'
import { campaignOperations } from './campaigns.ts'
import { contactOperations } from './contacts.ts'
import { inventoryOperations } from './inventory.ts'
import { inviteOperations } from './invites.ts'
import { orderOperations } from './orders.ts'
import { productOperations } from './products.ts'
import type { Services } from './services.ts'
import { webhookOperations } from './webhooks.ts'

export const createOperations = (services: Services): Operations<Call> =>
  implement<Call>()({
    ...authOperations,
    ...productOperations(services),
    ...campaignOperations(services),
    ...contactOperations(services),
    ...inviteOperations(services),
    ...webhookOperations(services),
    ...orderOperations(services),
    ...inventoryOperations(services),
  })
