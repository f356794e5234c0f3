import { accountMutants, modelMutants } from './accounts.ts'
import { budgetMutants, faultMutants } from './budget.ts'
import { contactMutants } from './contacts.ts'
import { deliveryMutants } from './deliveries.ts'
import { authMutants, routingMutants } from './edge.ts'
import { inputMutants } from './input.ts'
import { inventoryMutants } from './inventory.ts'
import { inviteMutants } from './invites.ts'
import { catalogueMutants, pagingMutants } from './lists.ts'
import type { Mutant } from './mutant.ts'
import { orderMutants } from './orders.ts'
import { placedOrderMutants } from './placed-orders.ts'
import { webhookUrlMutants } from './webhook-urls.ts'
import { webhookMutants } from './webhooks.ts'

/** Every planted violation of the contract. */
export const mutants: readonly Mutant[] = [
  ...authMutants,
  ...budgetMutants,
  ...faultMutants,
  ...routingMutants,
  ...inputMutants,
  ...pagingMutants,
  ...catalogueMutants,
  ...contactMutants,
  ...inviteMutants,
  ...orderMutants,
  ...placedOrderMutants,
  ...inventoryMutants,
  ...webhookMutants,
  ...webhookUrlMutants,
  ...deliveryMutants,
  ...accountMutants,
  ...modelMutants,
]
