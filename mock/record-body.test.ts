import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { maxLoggedBytes, recordBody } from './request-log.ts'

test('a long body is recorded only up to the limit', () => {
  const incoming = new IncomingMessage(new Socket())
  const recorded = recordBody(incoming)
  incoming.on('data', () => {})
  const chunk = Buffer.alloc(65_536, 'a')
  for (let length = 0; length < 4 * maxLoggedBytes; length += chunk.length)
    incoming.emit('data', chunk)
  expect(recorded().length).toBeGreaterThanOrEqual(maxLoggedBytes)
  expect(recorded().length).toBeLessThanOrEqual(maxLoggedBytes + chunk.length)
})
