import { expect, test } from 'vitest'
import { z } from 'zod'
import { servedMock } from './testing/served-mock.ts'

const message =
  'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses'

test.each([true, false])(
  'URLs that the service does not deliver to are rejected (stateful: %s)',
  async (stateful) => {
    const { ask } = await servedMock({ stateful })
    const create = (url: string, headers = {}) =>
      ask('/v1/webhooks', { method: 'POST', json: { url, events: ['order.created'] }, headers })
    const created = await create('https://hooks.example.com/')
    expect(created.status).toBe(201)
    const { id } = z.object({ id: z.string() }).parse(created.body)
    const update = (json: object) => ask(`/v1/webhooks/${id}`, { method: 'PUT', json })

    for (const url of [
      'http://hooks.example.com/',
      'https://127.0.0.1/hooks',
      'https://localhost:4010/',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://user@hooks.example.com/',
      'hooks',
    ]) {
      const rejected = [await create(url), await update({ url })]
      for (const { status, body } of rejected)
        expect([url, status, body]).toEqual([url, 400, { message }])
    }
    expect((await update({ active: false })).status).toBe(200)
    expect((await update({ url: 'https://other.example.com/' })).status).toBe(200)
    const preferred = await create('https://127.0.0.1/', { prefer: 'code=201' })
    expect(preferred.status).toBe(201)
  },
)
