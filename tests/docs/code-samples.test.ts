import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { document, operations } from '../../contract-tests/support/contract.ts'
import { codeSamples } from '../../docs/site/samples.ts'
import { clientOperations } from '../kit/client/every-call.ts'
import { codeOf } from './chapters.ts'

test('The samples show every method of the client package', () => {
  const shown = operations.filter(({ clientMethod }) => clientMethod !== '')
  expect(shown.map(({ id }) => id).toSorted()).toEqual([...clientOperations].toSorted())
  for (const { id, clientMethod } of shown)
    expect(codeSamples(document).get(id)?.[1]?.source).toContain(`client.${clientMethod}(`)
})

const Sending = z.function({ input: [z.string()], output: z.promise(z.instanceof(Response)) })

test('sendWithinLimit waits as long as a 429 says, and a second if it says nothing', async () => {
  const code = codeOf('limits', 'ts').find((each) => each.includes('sendWithinLimit')) ?? ''
  const script = stripTypeScriptTypes(code)
    .replace(/^import .*$/m, '')
    .replace('export const sendWithinLimit =', 'return')
  const waits: number[] = []
  const responses = [
    new Response('', { status: 429 }),
    new Response('', { status: 429, headers: { 'RateLimit-Reset': '7' } }),
    new Response('sent'),
  ]
  const make = new Function('wait', 'fetch', script)
  const send = Sending.implementAsync(
    make(
      async (time: number) => waits.push(time),
      async () => responses.shift(),
    ),
  )
  expect(await (await send('https://example.com')).text()).toBe('sent')
  expect(waits).toEqual([1_000, 7_000])
})
