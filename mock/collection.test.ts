import { expect, test } from 'vitest'
import { servedMock } from '../tests/kit/mock/served-mock.ts'
import { demoKeys } from './demo-keys.ts'

type Pair = { key: string; value: string; disabled?: boolean }

test('every request of the collection gets the response of its first example', async () => {
  const { address, ask } = await servedMock()
  const served = await ask('/collection.json', { key: null, unchecked: true })
  const { auth, item: folders } = JSON.parse(served.text)
  /** Replaces `{{variables}}` in a text, as Postman and Bruno do. */
  const filled = (text: string): string =>
    text.replaceAll('{{base_url}}', address).replaceAll('{{apiKey}}', demoKeys.demo)
  let asked = 0
  for (const { item: items } of folders)
    for (const { name, request, response } of items) {
      const { method, url, header, body } = request
      expect(filled(url.host[0])).toBe(address)
      const path = url.path.map((step: string) => {
        const variable = url.variable?.find(({ key }: Pair) => step === `:${key}`)
        return variable ? encodeURIComponent(variable.value) : step
      })
      // Optional parameters are disabled.
      const query = (url.query ?? []).filter(({ disabled }: Pair) => !disabled)
      const search = query.map(({ key, value }: Pair) => `${key}=${encodeURIComponent(value)}`)
      const answer = await ask(`/${path.join('/')}?${search.join('&')}`, {
        method,
        key: filled(auth.bearer[0].value),
        headers: Object.fromEntries(
          header.map(({ key, value }: Pair) => [key.toLowerCase(), value]),
        ),
        body: body?.raw,
      })
      expect([name, answer.status]).toEqual([name, response[0].code])
      if (method !== 'HEAD') expect(answer.body, name).toEqual(JSON.parse(response[0].body))
      asked++
    }
  expect(asked).toBeGreaterThan(20)
})
