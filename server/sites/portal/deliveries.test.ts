import type { ServerResponse } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import { decoded, startMailServer } from '../../../tests/kit/mail-server.ts'
import { startReceiver } from '../../../tests/kit/receiver.ts'
import { recordingLog } from '../../../tests/kit/recording-log.ts'
import { customerBrowser } from '../../../tests/kit/server/customer-browser.ts'
import { sendingServer, serverWithDispatcher } from '../../../tests/kit/server/sending-server.ts'
import { inviteRecipient } from '../../../tests/kit/server/shop-with-invite.ts'
import { type Certificate, makeCertificate } from '../../../tests/kit/tls.ts'
import { erasePerson } from '../../actions/erase-person.ts'
import { readConfig } from '../../config.ts'
import type { Send } from '../../deliveries/attempt-delivery.ts'
import { smtpMailer } from '../../email/mailer.ts'
import { setAccountEmail } from '../../store/accounts.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

test('an attempt that is made during an erasure keeps nothing of the person', async () => {
  const { server, dispatcher, subscribe, publish } = await sendingServer({ certificate })
  const held: ServerResponse[] = []
  const slow = await startReceiver(certificate, (response) => held.push(response))
  await subscribe(slow.port, '/', ['invite.viewed'])
  const event = webhookExamples['invite.viewed']
  const email = event.data.email ?? ''
  await publish(event)
  await expect.poll(() => held.length).toBe(1)
  expect(slow.received[0]?.body.toString()).toContain(email)
  await server.store.write((transaction) =>
    erasePerson(transaction, server.account, email, server.time.now, { name: 'test' }),
  )
  held[0]?.end('ok')
  await dispatcher.settled()
  const [attempt] = await server.database.query('select event, body from attempts')
  expect(attempt?.body).toContain('"inviteId"')
  expect(JSON.stringify(attempt)).not.toContain(email)
})

test('a failed delivery is seen on every page, and its event is sent again to that webhook alone', async () => {
  const { server, dispatcher, subscribe, order } = await sendingServer({ certificate })
  let status = 500
  const broken = await startReceiver(certificate, (response) => {
    response.writeHead(status).end('<b>no</b>')
  })
  const healthy = await startReceiver(certificate)
  const { id } = await subscribe(broken.port)
  await subscribe(healthy.port)
  const { orderNumber } = await order()
  await dispatcher.settled()
  const browser = customerBrowser(server)
  await browser.signIn()
  const failing = /The last delivery to <a href="\/portal\/webhooks\/(\w+)">/
  expect(failing.exec((await browser.open('/keys')).text)?.[1]).toBe(id)
  const page = await browser.open(`/webhooks/${id}`)
  for (const shown of [
    `>${orderNumber}</a>`,
    '<span class="badge bad">Rejected</span> Status 500',
    '&lt;b&gt;no&lt;/b&gt;',
    `<details><summary>Payload</summary><pre>{\n  &quot;event&quot;: &quot;order.created&quot;,`,
  ])
    expect(page.text).toContain(shown)

  const [again = ''] = /\/webhooks\/\w+\/attempts\/\d+\/again/.exec(page.text) ?? []
  status = 204
  const sent = await browser.follow(await browser.post(again, {}))
  expect(sent.text).toContain('The event was delivered. Your receiver returned 204.')
  expect(sent.text.match(/<span class="badge good">Delivered/g)).toHaveLength(1)
  expect(sent.text).not.toMatch(failing)
  const bodies = broken.received.map(({ body }) => body.toString())
  expect(bodies).toEqual([bodies[0], bodies[0]])
  expect(healthy.received).toHaveLength(1)

  await browser.post(`/webhooks/${id}/pause`, {})
  await order()
  await dispatcher.settled()
  const paused = await browser.follow(await browser.post(again, {}))
  expect(paused.text).toContain('Webhook is not active')
  expect([broken.received.length, healthy.received.length]).toEqual([2, 2])
  for (const none of ['0', '1e9', 'x'])
    expect((await browser.post(`/webhooks/${id}/attempts/${none}/again`, {})).status).toBe(303)
  await browser.post(`/webhooks/${id}/resume`, {})
  for (const none of ['0', '1e9', 'x'])
    expect((await browser.post(`/webhooks/${id}/attempts/${none}/again`, {})).status).toBe(404)
})

test('a change of a cart is sent again as the cart is now, and not at all once it is ordered', async () => {
  const bodies: string[] = []
  const send: Send = async (_url, sign) => {
    bodies.push((await sign()).body.toString())
    return { status: 204, text: '' }
  }
  const { server, dispatcher, campaign, subscribe } = await serverWithDispatcher(() => ({ send }))
  const { id } = await subscribe('https://hooks.example.com/', ['invite.cart_updated'])
  const { recipient } = await inviteRecipient(server, campaign)
  await recipient.cart('add', 'T', 2)
  await dispatcher.settled()
  const browser = customerBrowser(server)
  await browser.signIn()
  const page = await browser.open(`/webhooks/${id}`)
  const [again = ''] = /\/webhooks\/\w+\/attempts\/\d+\/again/.exec(page.text) ?? []
  await browser.post(again, {})
  expect((await recipient.order()).status).toBe(303)
  const shown = await browser.follow(await browser.post(again, {}))
  expect(shown.text).toContain('This event can’t be sent again.')
  const [first, second, ...others] = bodies.map((body) => JSON.parse(body).data.eventDetails)
  expect([second?.cartItems, others]).toEqual([first.cartItems, []])
})

test('after 50 failures in a row the account gets an email, once a day for each webhook', async () => {
  const { smtp: url, mails } = await startMailServer()
  const { log } = recordingLog()
  const { service } = readConfig({})
  const mailer = smtpMailer({ url, from: 'service@example.com', service, log })
  const sending: Promise<boolean>[] = []
  let status = 500
  const { server, dispatcher, subscribe, publish } = await serverWithDispatcher(() => ({
    warn: (warning) => {
      sending.push(mailer.sendFailureWarning(warning, 'https://api.example.com'))
    },
    send: async (_, sign) => {
      await sign()
      return { status, text: '' }
    },
  }))
  const one = await subscribe('https://one.example.com/', ['invite.viewed'])
  const deliver = async (times: number, event: 'invite.viewed' | 'invite.redeemed') => {
    for (let i = 0; i < times; i++) await publish(webhookExamples[event])
    await dispatcher.settled()
    await Promise.all(sending)
    return mails.length
  }
  // Without an address, nobody is told.
  expect(await deliver(50, 'invite.viewed')).toBe(0)
  await server.store.write((transaction) =>
    setAccountEmail(transaction, server.account, 'zoe@example.com'),
  )
  status = 200
  await deliver(1, 'invite.viewed')
  status = 500
  expect(await deliver(49, 'invite.viewed')).toBe(0)
  expect(await deliver(1, 'invite.viewed')).toBe(1)
  const text = decoded(mails[0]?.raw ?? '')
  expect(mails[0]?.to).toEqual(['zoe@example.com'])
  expect(text).toContain('Subject: Deliveries to one.example.com fail')
  expect(text).toContain(`https://api.example.com/portal/webhooks/${one.id}`)

  await subscribe('https://two.example.com/', ['invite.redeemed'])
  expect(await deliver(50, 'invite.redeemed')).toBe(2)
  server.time.now += 86_400_000 - 1
  expect(await deliver(60, 'invite.viewed')).toBe(2)
  server.time.now += 1
  expect(await deliver(2, 'invite.viewed')).toBe(3)
})
