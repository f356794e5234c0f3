/** Words that readers use for a place of the docs and that its title does not have. */
export const synonyms: Readonly<Record<string, string>> = {
  start:
    'overview base url host domain endpoint openapi swagger spec postman collection download offline',
  'section/getting-started': 'quickstart tutorial introduction begin portal sign up get an api key',
  'section/getting-started/the-mock': 'sandbox staging test environment fake server local',
  'section/getting-started/samples-in-curl-typescript-and-python':
    'sdk library client package npm install node javascript code examples',
  'section/authentication': 'auth api key bearer token credentials login header permissions scopes',
  'section/authentication/keys-and-web-pages': 'cors browser frontend origin',
  'section/authentication/what-a-401-looks-like': 'unauthorized 401 invalid wrong key',
  'section/authentication/rotating-a-key': 'rotate revoke lost leaked replace renew expire',
  'section/errors': 'status codes 400 404 405 500 failure problem',
  'section/errors/400-with-and-without-errors':
    'validation bad request invalid body message errors array list',
  'section/errors/retrying': 'idempotency idempotent timeout duplicate order repeat again 500',
  'section/limits': 'rate limit quota throttling budget 429 too many requests ratelimit',
  'section/limits/sizes': 'maximum length size max bounds bytes payload too large',
  'section/paging':
    'pagination paginate cursor offset limit next page all results sort order newest',
  'section/paging/filters': 'query search unknown parameter',
  'section/orders-and-stock': 'order status lifecycle states backorder allocation stock inventory',
  'section/orders-and-stock/order-rules':
    'out of stock rejected not enough warehouse choose minimum oversell concurrency race split',
  'section/invites-and-redemption': 'redeem gift link expire expiry',
  'section/webhooks': 'events callback notification subscribe push',
  'section/webhooks/delivery':
    'webhook retry retries timeout failed dropped headers order redirect',
  'section/webhooks/rotating-a-secret': 'lost leaked webhook signing secret replace whsec',
  'section/receiving-deliveries': 'webhook signature verify hmac sha256 security replay timestamp',
  'section/receiving-deliveries/recognize-duplicates': 'deduplicate twice idempotent webhook',
  'section/receiving-deliveries/receive-on-your-own-machine':
    'localhost tunnel ngrok local development webhook listen',
  'section/receiving-deliveries/receivers': 'webhook php go python node code example',
  'section/versioning': 'changelog api version deprecation sunset v2 breaking changes',
  'section/guarantees': 'consistency reliability durability ordering sla exactly once',
  'section/guarantees/formats':
    'time zone timezone utc date format iso 8601 uuid null values encoding unicode ids camelcase snake_case',
  'tag/contacts': 'people person employee recipient',
  'tag/order-events': 'webhook payload event types order',
  'operation/checkAuth': 'account id whoami validate test ping health',
  'operation/listProducts':
    'catalog variants sku items price images lead production time carton weight',
  'operation/listContacts': 'search find filter contacts people by email tags',
  'operation/createContact': 'add import bulk person employee',
  'operation/createInvite': 'send gift link email redemption url',
  'operation/listOrders': 'search find filter orders by email',
  'operation/getOrder': 'track tracking number shipment carrier where',
  'operation/createOrder': 'place new order buy ship send checkout',
  'operation/cancelOrder': 'refund void abort delete order',
  'operation/listInventory': 'stock levels quantity warehouse on hand available',
  'operation/createWebhook': 'subscribe add register webhook url https',
  'operation/updateWebhook': 'pause disable activate edit change webhook',
  'operation/deleteWebhook': 'unsubscribe remove webhook',
  'operation/testWebhook': 'ping try webhook',
  'operation/orderReturned': 'refund return',
}

/** Words that every text has. */
export const stopWords: ReadonlySet<string> = new Set(
  'a an and api are as at be by can could do does for from get have how i if in into is it me my of on or our should so that the their there this to use using via want was what when where which who why will with without would you your'.split(
    ' ',
  ),
)
