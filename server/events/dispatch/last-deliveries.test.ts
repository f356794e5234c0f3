import { expect, onTestFinished, test, vi } from 'vitest'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { toId } from '../../domain/ids.ts'
import { type LastDelivery, listLastDeliveries } from '../../store/webhooks.ts'
import { testServer } from '../../testing/test-server.ts'
import { DeliveryError } from './delivery-error.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { LastDeliveries } from './last-deliveries.ts'
import { SealError } from './sealed-secret.ts'

const event = webhookExamples['invite.viewed']

/** Starts a server with one subscription whose deliveries have the results of `next`. */
const setUp = async () => {
  const made: { dispatcher?: Dispatcher } = {}
  let next: number | Error = 200
  const server = await testServer({
    demo: false,
    deliverer: (parts) => {
      made.dispatcher = createDispatcher({
        ...parts,
        send: async (_, sign) => {
          await sign()
          if (typeof next === 'number') return next
          throw next
        },
      })
      return made.dispatcher
    },
  })
  const { dispatcher } = made
  if (!dispatcher) throw new Error('The server created no dispatcher')
  const body = { url: 'https://hooks.example.com/', events: [event.event] }
  await server.post('/v1/webhooks', body)
  const [row] = await server.database.query('select id from webhooks')
  const id = toId('whk', String(row?.id))
  const last = async (store = server.store) =>
    (await listLastDeliveries(store, server.account)).get(id)
  /** Delivers an event. Returns the stored result. */
  const deliver = async (result: number | Error) => {
    next = result
    server.time.now += 1000
    dispatcher.publish(server.account, event)
    await dispatcher.settled()
    return last()
  }
  const respond = (result: number | Error) => {
    next = result
  }
  return { server, dispatcher, id, last, deliver, respond }
}

test('results are written a second after the first of them, all at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const write = vi.fn(async () => {
    throw new Error('not written')
  })
  const results = new LastDeliveries({ write }, recordingLog().log)
  const note = (webhook: string) =>
    results.note(toId('acc', 'acc_1'), toId('whk', webhook), {
      ...{ event: event.event, at: 0, statusCode: 200, error: null },
    })
  note('whk_1')
  await vi.advanceTimersByTimeAsync(999)
  note('whk_2')
  expect(write).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(write).toHaveBeenCalledTimes(1)
  // They are kept.
  await vi.advanceTimersByTimeAsync(1000)
  expect(write).toHaveBeenCalledTimes(2)
})

test('the result of the last delivery is stored, whatever it is', async () => {
  const { server, id, last, deliver, dispatcher } = await setUp()
  expect(await last()).toBeUndefined()
  const at = () => server.time.now
  const result = (of: Partial<LastDelivery>) => ({
    event: 'invite.viewed',
    at: at(),
    statusCode: null,
    error: null,
    ...of,
  })
  expect(await deliver(204)).toEqual(result({ statusCode: 204 }))
  expect(await deliver(500)).toEqual(result({ statusCode: 500 }))
  const refused = new DeliveryError('Connection refused')
  expect(await deliver(refused)).toEqual(result({ error: 'Connection refused' }))
  const sealed = new SealError('WEBHOOK_SECRET_KEY is another')
  expect(await deliver(sealed)).toEqual(result({ error: 'The signing secret cannot be read' }))

  await deliver(503)
  const beforeTest = at()
  server.time.now += 1000
  await server.post(`/v1/webhooks/${id}/test`)
  expect((await last())?.at).toBe(beforeTest)
  await dispatcher.settled()
  expect(await last()).toEqual(result({ event: 'webhook.test', statusCode: 503 }))

  // Another process, later.
  const other = await server.database.open()
  expect(await last(other)).toEqual(result({ event: 'webhook.test', statusCode: 503 }))
  await other.close()
})

test.each(['settled', 'close'] as const)(
  'once a dispatcher has %s, the last result is stored and each failure is logged',
  async (end) => {
    const { server, dispatcher, last, respond } = await setUp()
    respond(500)
    for (let i = 0; i < 3; i++) dispatcher.publish(server.account, event)
    await dispatcher[end]()
    expect(await last()).toMatchObject({ statusCode: 500 })
    const logged = server.log.map((line) => JSON.parse(line))
    const failures = logged.filter(({ msg }) => msg === 'Deliveries failed and are dropped')
    expect(failures.map(({ deliveries }) => deliveries)).toEqual([1, 2])
  },
)

test('a failed test is stored', async () => {
  const { server, dispatcher, id, last, respond } = await setUp()
  respond(new DeliveryError('Connection refused'))
  await server.post(`/v1/webhooks/${id}/test`)
  await dispatcher.settled()
  expect(await last()).toMatchObject({ event: 'webhook.test', error: 'Connection refused' })
})

test('an earlier result of another process does not replace a later one', async () => {
  const { server, id, last, deliver } = await setUp()
  const later = await deliver(200)
  const results = new LastDeliveries(server.store, recordingLog().log)
  const earlier = { event: event.event, at: server.time.now - 1, statusCode: 500, error: null }
  results.note(server.account, id, earlier)
  await results.save()
  expect(await last()).toEqual(later)
})

test('many results are one write, which is retried a second later if it fails', async () => {
  const { server, id, last } = await setUp()
  const { log, lines } = recordingLog('warn')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  let writes = 0
  let isFailing = true
  const results = new LastDeliveries(
    {
      write: (work) => {
        writes++
        return isFailing ? Promise.reject(new Error('disk full')) : server.store.write(work)
      },
    },
    log,
  )
  for (let i = 1; i <= 100; i++)
    results.note(server.account, id, { event: event.event, at: i, statusCode: 200, error: null })
  await results.save()
  expect([writes, lines.length, await last()]).toEqual([1, 1, undefined])
  isFailing = false
  await vi.advanceTimersByTimeAsync(2000)
  await expect.poll(async () => (await last())?.at).toBe(100)
  await results.save()
  expect(writes).toBe(2)
})
