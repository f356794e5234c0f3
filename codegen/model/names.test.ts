import { expect, test } from 'vitest'
import { identifier, key } from './names.ts'

test.each([
  ['Order', 'Order'],
  ['Order.Line', 'Order_Line'],
  ['2FA', '_2FA'],
  ['Error', 'Error_'],
  ['delete', 'delete_'],
  ['package', 'package_'],
  ['pattern1', 'pattern1_'],
])('the component %s is the identifier %s', (name, expected) => {
  expect(identifier(name)).toBe(expected)
})

test('a key that is no identifier is quoted', () => {
  expect([key('on_hand'), key('lent-to')]).toEqual(['on_hand', '"lent-to"'])
})
