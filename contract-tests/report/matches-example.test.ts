import { expect, test } from 'vitest'
import { matchesExample } from './matches-example.ts'

test.each<[string, unknown, unknown, boolean]>([
  ['the same message', { message: 'Order not found' }, { message: 'Order not found' }, true],
  ['another message', { message: 'Order not found' }, { message: 'Webhook not found' }, false],
  [
    'a message about another SKU',
    { message: 'Not enough stock: A' },
    { message: 'Not enough stock: B' },
    true,
  ],
  [
    'another reason for one parameter',
    { message: 'limit: is required' },
    { message: 'limit: must be at most 5' },
    true,
  ],
  ['another place in a list', { message: 'events[0]: x' }, { message: 'events[7]: y' }, true],
  [
    'another parameter',
    { message: 'limit: is required' },
    { message: 'offset: is required' },
    false,
  ],
  ['errors where there are none', { message: 'x' }, { message: 'x', errors: ['a: b'] }, false],
  [
    'errors about fields',
    { message: 'x', errors: ['a: b'] },
    { message: 'x', errors: ['c: d'] },
    true,
  ],
  [
    'errors about the body',
    { message: 'x', errors: ['a: b'] },
    { message: 'x', errors: ['body: d'] },
    false,
  ],
  ['an empty list', [], [], true],
  ['a full list for an empty one', [], [1], false],
  ['an empty list for a full one', [1], [], false],
  ['null for null', { a: null }, { a: null }, true],
  ['text for null', { a: null }, { a: 'x' }, false],
  ['null for text', { a: 'x' }, { a: null }, false],
  ['other text', { a: 'x' }, { a: 'y', b: 1 }, true],
  ['another truth', { success: true }, { success: false }, false],
  ['another truth further in', { invite: { sent: true } }, { invite: { sent: false } }, false],
  ['plain text', 'Unauthorized', 'Unauthorized', true],
])('%s: %o matches %o: %s', (_, example, actual, expected) => {
  expect(matchesExample(example, actual)).toBe(expected)
})

test('another message for the same error matches with ownWords', () => {
  const example = { message: 'Order has already shipped' }
  expect(matchesExample(example, { message: 'Too late' }, true)).toBe(true)
  expect(matchesExample(example, { message: 'Too late', errors: ['a: b'] }, true)).toBe(false)
})
