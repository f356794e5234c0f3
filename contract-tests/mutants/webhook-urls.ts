import { operation, reply } from './change-operation.ts'
import { at, replacing } from './change-response.ts'
import { type Change, mutantsOf } from './mutant.ts'

const message =
  'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses'

const harmless = () => `https://${crypto.randomUUID()}.contract-tests.example.com/`

/** Accepts URLs that must be rejected: subscribes a harmless URL in their place. */
const accepting = (accepted: RegExp): Change =>
  operation('createWebhook', async (sent, call, real) => {
    const { url, events } = sent.body
    if (!accepted.test(url)) return real.createWebhook(sent, call)
    const given = await real.createWebhook({ body: { url: harmless(), events } }, call)
    return given.status === 201 ? { ...given, body: { ...given.body, url } } : given
  })

/** Mutants of the webhook URL rules. */
export const webhookUrlMutants = [
  ...mutantsOf('webhooks', '§2', {
    'Two subscriptions can have the same URL': reply('createWebhook', (given, sent, call, real) =>
      given.status === 400 && given.body.message.includes('already exists')
        ? real.createWebhook({ body: { ...sent.body, url: harmless() } }, call)
        : given,
    ),
  }),
  ...mutantsOf('webhooks', 'design decision 22', {
    'Another spelling of a subscribed URL is accepted': accepting(/^HTTPS:(?!.*localhost)/),
    'A private address in decimal is accepted': accepting(/^https:\/\/\d{8,}\//),
    'The host "localhost." is accepted': accepting(/^https:\/\/localhost\.\//),
    'A private IPv4-mapped IPv6 address is accepted': accepting(/^https:\/\/\[::ffff:/),
  }),
  ...mutantsOf('webhooks', '§4 URL rule 4', {
    'Addresses from 172.17 to 172.31 are accepted': accepting(
      /^https:\/\/172\.(1[7-9]|2\d|3[01])\./,
    ),
    'A public address next to a private range is rejected': operation(
      'createWebhook',
      (sent, call, real) =>
        sent.body.url.startsWith('https://172.32.')
          ? { status: 400, body: { message } }
          : real.createWebhook(sent, call),
    ),
  }),
  ...mutantsOf('webhooks', '§4: create and update', {
    'updateWebhook does not check the URL': reply('updateWebhook', (given, sent, call, real) => {
      const { url: _, ...body } = sent.body
      return given.status === 400 && given.body.message.startsWith('Webhook URL')
        ? real.updateWebhook({ ...sent, body }, call)
        : given
    }),
  }),
  ...mutantsOf('webhooks', 'design decision 33', {
    'The message for rejected webhook URLs ends with a period': at(
      400,
      replacing('private addresses"', 'private addresses."'),
    ),
  }),
]
