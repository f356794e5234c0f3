import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { generateLayer } from '../testing/layer.ts'

const done = {
  post: {
    operationId: 'jobDone',
    requestBody: {
      content: {
        'application/json': {
          schema: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
        },
      },
    },
    responses: { 204: { description: 'Noted.' } },
  },
}

const document = {
  openapi: '3.1.0',
  info: { title: 'Jobs', version: '1' },
  webhooks: { 'job.done': { post: { ...done.post, operationId: 'onJobDone' } } },
  paths: {
    '/jobs': {
      post: {
        operationId: 'addJob',
        callbacks: { done: { '{$request.body#/url}': done } },
        responses: { 202: { description: 'Queued.' } },
      },
    },
  },
}

/** Starts a server that records what it gets. */
const receiver = async () => {
  const received: { headers: IncomingHttpHeaders; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await json(request) })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  return { url: `http://127.0.0.1:${Object(address).port}/`, received }
}

test.each([
  ['webhookSenders', 'job.done'],
  ['callbackSenders', 'jobDone'],
])(
  '%s send what the document declares, signed by the caller, and nothing else',
  async (table, name) => {
    const { url, received } = await receiver()
    const layer = await import(`${await generateLayer('senders', document)}/senders.ts`)
    const send = layer[table][name]
    const headers = (body: string) => ({ 'X-Signature': `of ${body}` })
    expect((await send(url, { id: 'a', secret: 's' }, { headers })).status).toBe(204)
    await expect(send(url, { id: 1 })).rejects.toThrow('id must be a string')
    expect(received).toEqual([
      {
        headers: expect.objectContaining({
          'content-type': 'application/json',
          'x-signature': 'of {"id":"a"}',
        }),
        body: { id: 'a' },
      },
    ])
  },
)
