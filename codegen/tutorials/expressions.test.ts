import { expect, test } from 'vitest'
import { conditionWords, inShell, member, statusOf, variable } from './expressions.ts'

test('names become shell variables and pointers become property paths', () => {
  expect(['campaignId', 'key', 'first-row'].map(variable)).toEqual([
    'CAMPAIGN_ID',
    'KEY',
    'FIRST_ROW',
  ])
  expect(['/0/id', '/invite/status', '/id', '/0/products/1/sku'].map(member)).toEqual([
    '[0].id',
    'invite.status',
    'id',
    '[0].products[1].sku',
  ])
  expect(inShell('{"a":"$inputs.email","b":"$steps.place-order.outputs.orderId"}')).toBe(
    '{"a":"$EMAIL","b":"$ORDER_ID"}',
  )
})

test.each([
  ["$response.body#/0/status == 'Active'", '`[0].status` is `Active`'],
  ['$response.body#/active == true', '`active` is `true`'],
  ['$response.body#/shipDate == null', '`shipDate` is null'],
  ['$response.body#/0/id != null', '`[0].id` is not null'],
  ['$response.body#/secret != $steps.a.outputs.secret', '`secret` is not `$SECRET`'],
  ['$[?count(@[*]) == 1]', undefined],
])('%s', (condition, words) => {
  expect(conditionWords(condition)).toBe(words)
})

test('a condition on the status code is recognised', () => {
  expect(statusOf('$statusCode == 201')).toBe('201')
  expect(statusOf('$response.body#/a == 201')).toBeUndefined()
})
