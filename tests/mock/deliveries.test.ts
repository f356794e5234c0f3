import { expect, test } from 'vitest'
import { webhooks } from '../../generated/webhooks.ts'
import { verifyWebhook } from '../../packages/client/webhooks/index.ts'
import { servedMock, startReceiver } from '../kit/mock/served-mock.ts'

test.each([true, false])(
  'receivers get every event, signed at the real time whatever the mock’s clock says (stateful: %s)',
  async (stateful) => {
    const { turn } = await servedMock({ stateful })
    const { url, received } = await startReceiver()
    const registered = await turn('receivers', { url, secret: 'whsec_mine' })
    expect([registered.status, registered.body]).toEqual([201, { url, secret: 'whsec_mine' }])
    await turn('clock', { seconds: 201 * 86_400 })
    for (const event of Object.keys(webhooks)) {
      const { status, body } = await turn(`events/${event}`)
      expect([status, body]).toMatchObject([200, [{ url, status: 204, error: null }]])
    }
    const verified = received.map(({ headers, body }) =>
      verifyWebhook(body, new Headers(headers), 'whsec_mine'),
    )
    const events = (await Promise.all(verified)).map(({ event }) => event)
    expect(events).toEqual(Object.keys(webhooks))
    expect(received.map(({ headers }) => headers['x-webhook-event'])).toEqual(events)
  },
)
