import { writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import { toId } from '../../domain/ids.ts'
import { makeDelivery } from '../../events/dispatch/delivery.ts'
import { listenersFolder, listenersIn } from '../../events/listeners/listeners.ts'
import { closeServer, listen } from '../../http/http-server.ts'
import { terminal } from '../../testing/terminal.ts'

/** Stops `webhooks listen` as Ctrl-C does, and removes what it leaves for other signals. */
const pressCtrlC = () => {
  process.listeners('SIGINT').at(-1)?.('SIGINT')
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    const [listener] = process.listeners(signal).slice(-1)
    if (listener) process.off(signal, listener)
  }
}

test('webhooks listen ends after the delivery that it forwards', async () => {
  const { merch, ok, file } = terminal()
  const account = toId('acc', (await ok('accounts', 'create', '--name', 'Harbor')).trim())
  const arrived = Promise.withResolvers<ServerResponse>()
  const program = createServer((_, response) => arrived.resolve(response))
  const port = await listen(program, 0, '127.0.0.1')
  onTestFinished(() => closeServer(program, 0))

  const given = ['--forward-to', String(port), '--secret', 'whsec_1']
  const listening = merch('webhooks', 'listen', ...given)
  const found = () => listenersIn(listenersFolder(file)).matching(account, 'webhook.test')
  await expect.poll(() => found().length).toBe(1)
  const body = JSON.stringify(webhookExamples['webhook.test'])
  const signed = { url: '', secret: 'whsec_1' }
  const delivered = found()[0]?.forward(makeDelivery(signed, 'webhook.test', body, Date.now()))
  const response = await arrived.promise
  pressCtrlC()
  response.writeHead(503).end()
  expect(await delivered).toBe(503)
  const { status, stdout, stderr } = await listening
  expect([status, stdout]).toEqual([0, expect.stringMatching(/\twebhook\.test\t-\t503\t\d+ ms\n$/)])
  expect(stderr).toMatch(
    RegExp(`^Events of ${account}: all\nForwarding to http\\S+\nSigning secret: `),
  )
})

test('webhooks listen names the database beside which it cannot open a socket', async () => {
  const { merch, ok, file } = terminal()
  await ok('accounts', 'create', '--name', 'Harbor')
  writeFileSync(listenersFolder(file), '')
  const { status, stderr } = await merch('webhooks', 'listen')
  pressCtrlC()
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(RegExp(`^Cannot open a socket beside ${file}: E[A-Z]+: .*\n$`)),
  ])
})
