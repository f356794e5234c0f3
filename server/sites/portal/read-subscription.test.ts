import { expect, test } from 'vitest'
import { readSubscription } from './webhooks-page.ts'

const notAllowed =
  'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses'

test.each([
  ['', 'Enter a URL'],
  ['http://hooks.example.com/', notAllowed],
  ['https://localhost/', notAllowed],
  // A URL parser would accept and change it.
  ['https://hooks.example.com/a b', notAllowed],
])('the URL "%s": %s', (url, error) => {
  expect(readSubscription({ url, events: ['order.created'] })).toEqual({
    errors: [{ name: 'url', error }],
  })
})
