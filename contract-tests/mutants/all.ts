import { accountMutants, modelMutants } from './accounts.ts'
import { budgetMutants, faultMutants } from './budget.ts'
import { contactMutants, inviteMutants } from './contacts.ts'
import { deliveryMutants } from './deliveries.ts'
import { authMutants, routingMutants } from './edge.ts'
import { inputMutants } from './input.ts'
import { catalogueMutants, inventoryMutants, pagingMutants } from './inventory.ts'
import type { Mutant } from './mutant.ts'
import { orderMutants } from './orders.ts'
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
  ...inventoryMutants,
  ...webhookMutants,
  ...deliveryMutants,
  ...accountMutants,
  ...modelMutants,
]
