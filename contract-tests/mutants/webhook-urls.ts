import { replacing, where } from './change-response.ts'
import type { Mutant } from './mutant.ts'

/** Accepts URLs that must be rejected: subscribes a harmless URL in their place. */
const accepting =
  (isAccepted: (url: string) => boolean): NonNullable<Mutant['operations']> =>
  (real) => {
    let count = 0
    return {
      createWebhook: async (input, call) => {
        const { url, events } = input.body
        if (!isAccepted(url)) return real.createWebhook(input, call)
        const harmless = `https://accepted-${++count}.contract-tests.example.com/`
        const reply = await real.createWebhook({ body: { url: harmless, events } }, call)
        return reply.status === 201 ? { ...reply, body: { ...reply.body, url } } : reply
      },
    }
  }

/** Mutants of the webhook URL rules. */
export const webhookUrlMutants: Mutant[] = [
  {
    breaks: 'Two subscriptions can have the same URL',
    source: '§2',
    area: 'webhooks',
    operations: (real) => ({
      createWebhook: async (input, call) => {
        const reply = await real.createWebhook(input, call)
        if (reply.status !== 400 || !reply.body.message.includes('already exists')) return reply
        const url = `https://twice-${crypto.randomUUID()}.contract-tests.example.com/`
        return real.createWebhook({ body: { ...input.body, url } }, call)
      },
    }),
  },
  {
    breaks: 'Another spelling of a subscribed URL is accepted',
    source: 'design decision 22',
    area: 'webhooks',
    operations: accepting((url) => url.startsWith('HTTPS:') && !url.includes('localhost')),
  },
  {
    breaks: 'Addresses from 172.17 to 172.31 are accepted',
    source: '§4 URL rule 4',
    area: 'webhooks',
    operations: accepting((url) => /^https:\/\/172\.(1[7-9]|2\d|3[01])\./.test(url)),
  },
  {
    breaks: 'A private address in decimal is accepted',
    source: 'design decision 22',
    area: 'webhooks',
    operations: accepting((url) => /^https:\/\/\d{8,}\//.test(url)),
  },
  {
    breaks: 'The host "localhost." is accepted',
    source: 'design decision 22',
    area: 'webhooks',
    operations: accepting((url) => url.startsWith('https://localhost./')),
  },
  {
    breaks: 'A private IPv4-mapped IPv6 address is accepted',
    source: 'design decision 22',
    area: 'webhooks',
    operations: accepting((url) => url.startsWith('https://[::ffff:')),
  },
  {
    breaks: 'updateWebhook does not check the URL',
    source: '§4: create and update',
    area: 'webhooks',
    operations: (real) => ({
      updateWebhook: async (input, call) => {
        const reply = await real.updateWebhook(input, call)
        const { url: _, ...body } = input.body
        return reply.status === 400 && reply.body.message.startsWith('Webhook URL')
          ? real.updateWebhook({ ...input, body }, call)
          : reply
      },
    }),
  },
  {
    breaks: 'A public address next to a private range is rejected',
    source: '§4 URL rule 4',
    area: 'webhooks',
    operations: (real) => ({
      createWebhook: async (input, call) =>
        input.body.url.startsWith('https://172.32.')
          ? {
              status: 400,
              body: {
                message:
                  'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses',
              },
            }
          : real.createWebhook(input, call),
    }),
  },
  {
    breaks: 'The message for rejected webhook URLs ends with a period',
    source: 'design decision 33',
    area: 'webhooks',
    change: where(
      ({ status }) => status === 400,
      replacing('private addresses"', 'private addresses."'),
    ),
  },
]
