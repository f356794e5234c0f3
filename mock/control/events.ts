import type { Hono } from 'hono'
import { z } from 'zod'
import { webhooks } from '../../generated/webhooks.ts'
import type { Env } from '../../server/http/kit/env.ts'
import type { Mock } from '../mock.ts'
import { readJson } from './checks.ts'
import { exampleEvent } from './example-event.ts'

const Receiver = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
  secret: z.string().min(1).optional(),
})
const Subscribers = z.strictObject({ status: z.int().min(100).max(599).nullable() })

/** Adds the routes for local receivers, deliveries and test events. */
export const eventRoutes = (app: Hono<Env>, mock: Mock): void => {
  const { receivers } = mock

  app.get('/receivers', (context) => context.json(receivers.all))
  app.post('/receivers', async (context) => {
    const { url, secret } = Receiver.parse(await readJson(context))
    return context.json(receivers.add(url, secret), 201)
  })

  app.delete('/receivers', (context) => {
    receivers.removeAll()
    return context.json(receivers.all)
  })

  app.get('/deliveries', async (context) => {
    await receivers.settled()
    return context.json(receivers.deliveries)
  })

  app.delete('/deliveries', (context) => {
    receivers.clearDeliveries()
    return context.json(receivers.deliveries)
  })

  app.post('/subscribers', async (context) => {
    receivers.subscribersAnswer = Subscribers.parse(await readJson(context)).status
    return context.json({ status: receivers.subscribersAnswer })
  })

  app.post('/events/:event', async (context) => {
    const { event } = context.req.param()
    const example = exampleEvent(event)
    if (!example)
      return context.json(
        { message: `Unknown event ${event}. Use one of ${Object.keys(webhooks).join(', ')}.` },
        400,
      )
    if (receivers.all.length === 0)
      return context.json(
        { message: 'No receiver is registered. POST { "url": … } to /__mock/receivers first.' },
        400,
      )
    return context.json(await receivers.send(example.event, example.payload))
  })
}
