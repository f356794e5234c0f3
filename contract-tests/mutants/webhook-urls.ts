import type { Mutant } from './mutant.ts'
import { replacing, where } from './round.ts'

/** Subscribes a harmless URL in the place of one that must be refused. */
const accepting =
  (isAccepted: (url: string) => boolean): NonNullable<Mutant['operations']> =>
  (real) => {
    let count = 0
    return {
      createWebhook: async (input, call) => {
        const { url, events } = input.body
        if (!isAccepted(url)) return real.createWebhook(input, call)
        const harmless = `https://accepted-${++count}.contract-tests.example.com/`
        const answer = await real.createWebhook({ body: { url: harmless, events } }, call)
        return answer.status === 201 ? { ...answer, body: { ...answer.body, url } } : answer
      },
    }
  }

/** Mutants of the URLs that may be subscribed. */
export const webhookUrlMutants: Mutant[] = [
  {
    breaks: 'two subscriptions may have one URL',
    source: '§2',
    area: 'webhooks',
    operations: (real) => ({
      createWebhook: async (input, call) => {
        const answer = await real.createWebhook(input, call)
        if (answer.status !== 400 || !answer.body.message.includes('already exists')) return answer
        const url = `https://twice-${crypto.randomUUID()}.contract-tests.example.com/`
        return real.createWebhook({ body: { ...input.body, url } }, call)
      },
    }),
  },
  {
    breaks: 'another spelling of a URL is another URL',
    source: 'design decision 22',
    area: 'webhooks',
    operations: accepting((url) => url.startsWith('HTTPS:') && !url.includes('localhost')),
  },
  {
    breaks: 'of 172.16.0.0/12 only 172.16 is refused',
    source: '§4 URL rule 4',
    area: 'webhooks',
    operations: accepting((url) => /^https:\/\/172\.(1[7-9]|2\d|3[01])\./.test(url)),
  },
  {
    breaks: 'an address in decimal passes',
    source: 'design decision 22',
    area: 'webhooks',
    operations: accepting((url) => /^https:\/\/\d{8,}\//.test(url)),
  },
  {
    breaks: 'localhost with a period passes',
    source: 'design decision 22',
    area: 'webhooks',
    operations: accepting((url) => url.startsWith('https://localhost./')),
  },
  {
    breaks: 'a mapped IPv6 address passes',
    source: 'design decision 22',
    area: 'webhooks',
    operations: accepting((url) => url.startsWith('https://[::ffff:')),
  },
  {
    breaks: 'an update does not look at the URL',
    source: '§4: create and update',
    area: 'webhooks',
    operations: (real) => ({
      updateWebhook: async (input, call) => {
        const answer = await real.updateWebhook(input, call)
        const { url: _, ...body } = input.body
        return answer.status === 400 && answer.body.message.startsWith('Webhook URL')
          ? real.updateWebhook({ ...input, body }, call)
          : answer
      },
    }),
  },
  {
    breaks: 'a public address next to a private range is refused',
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
    breaks: 'the message about URLs ends with a period',
    source: 'design decision 33',
    area: 'webhooks',
    round: where(
      ({ status }) => status === 400,
      replacing('private addresses"', 'private addresses."'),
    ),
  },
]
