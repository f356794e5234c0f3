import { expect, test } from 'vitest'
import { canonicalWebhookUrl } from './webhook-url.ts'

// The pattern of the document rejects these first. `operations/webhook-urls.test.ts` has all other rules.
test.each([
  'https://user@hooks.example.com/',
  'https://:password@hooks.example.com/',
  'https://user:password@hooks.example.com/',
  'http://hooks.example.com/',
  'hooks.example.com',
])('%s is rejected without the pattern of the document too', (url) => {
  expect(canonicalWebhookUrl(url)).toBeUndefined()
})
