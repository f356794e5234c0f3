// Written by npx node mock/write-example-names.ts. Do not edit.

/** The names of the examples that the document declares for each operation. */
export type ExampleNames = {
  checkAuth: Shared | 'authenticated'
  listProducts: Shared | 'variants' | 'nothing' | 'limitInvalid'
  listCampaigns: Shared | 'campaigns' | 'nothing'
  listContacts: Shared | 'contacts' | 'nothing' | 'campaignIdRequired' | 'limitInvalid'
  createContact: Shared | 'created' | 'fieldsInvalid' | 'bodyMalformed' | 'campaignNotFound'
  createInvite:
    | Shared
    | 'created'
    | 'campaignIdRequired'
    | 'fieldsInvalid'
    | 'bodyMalformed'
    | 'emailRequired'
    | 'campaignNotFound'
  listWebhookEvents: Shared | 'events'
  listWebhooks: Shared | 'webhooks'
  createWebhook:
    | Shared
    | 'created'
    | 'fieldsMissing'
    | 'bodyMalformed'
    | 'urlRefused'
    | 'eventUnknown'
    | 'exists'
  updateWebhook:
    | Shared
    | 'switchedOff'
    | 'notFound'
    | 'idMalformed'
    | 'bodyMalformed'
    | 'urlRefused'
    | 'eventUnknown'
    | 'exists'
  deleteWebhook: Shared | 'deleted' | 'notFound' | 'idMalformed'
  testWebhook: Shared | 'delivered' | 'failed' | 'notFound' | 'idMalformed' | 'notActive'
  rotateWebhookSecret: Shared | 'rotated' | 'notFound' | 'idMalformed'
  listOrders: Shared | 'orders' | 'nothing' | 'limitInvalid'
  getOrder: Shared | 'awaitingShipment' | 'delivered' | 'orderIdMalformed' | 'notFound'
  createOrder:
    | Shared
    | 'created'
    | 'fieldsInvalid'
    | 'bodyMalformed'
    | 'campaignNotFound'
    | 'campaignNotActive'
    | 'campaignExpired'
    | 'skuNotInCampaign'
    | 'warehouseNotFound'
    | 'notEnoughStock'
  cancelOrder:
    | Shared
    | 'cancelled'
    | 'orderIdMissing'
    | 'bodyMalformed'
    | 'notFound'
    | 'alreadyShipped'
    | 'alreadyCancelled'
    | 'returned'
  listInventory: Shared | 'inventory' | 'nothing' | 'pageSizeTooLarge'
}

/** The examples of every operation. */
type Shared = 'unauthorized' | 'budgetExceeded' | 'internalServerError'
