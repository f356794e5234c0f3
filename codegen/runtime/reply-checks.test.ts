import { expect, test } from 'vitest'
import * as check from './reply-checks.ts'

const infinite = Number.POSITIVE_INFINITY

test.each<[name: string, run: () => unknown, result: unknown]>([
  ['a string', () => check.string('', 'at'), ''],
  ['an astral string', () => check.stringOfLength('😀😀', 2, 2, 'at'), '😀😀'],
  ['a long string without a maximum', () => check.stringOfLength('xxx', 1, infinite, 'at'), 'xxx'],
  ['a matching string', () => check.matching('a1', /^a/u, 'at'), 'a1'],
  ['a number', () => check.number(1.5, 'at'), 1.5],
  ['a number on its bound', () => check.numberWithin(1.5, 1.5, 2, 'at'), 1.5],
  ['a large integer', () => check.integer(1e300, 'at'), 1e300],
  ['an integer on its bound', () => check.integerWithin(3, 0, 3, 'at'), 3],
  ['a number between bounds', () => check.between(0.1, 0, 1, 'at'), 0.1],
  ['a boolean', () => check.boolean(false, 'at'), false],
  ['an allowed value', () => check.oneOf(null, ['a', null], 'at'), null],
  ['a present null', () => check.present(null, 'at'), null],
  [
    'an array',
    () => check.array([1, 2], (value) => check.integer(value, 'at'), 0, 2, 'at'),
    [1, 2],
  ],
  ['a record', () => check.record({ a: 1 }, (value) => value, 'at'), { a: 1 }],
  ['a property that exists', () => check.hasProperty({ a: undefined }, 'a'), true],
  ['a property of an array', () => check.hasProperty([], 'length'), false],
])('%s passes', (_, run, result) => {
  expect(run()).toEqual(result)
})

test.each<[message: string, run: () => unknown]>([
  ['at must be a string, not null', () => check.string(null, 'at')],
  ['at must be a string, not number', () => check.stringOfLength(1, 1, 2, 'at')],
  ['at must have at least 1 character', () => check.stringOfLength('', 1, infinite, 'at')],
  ['at must have 2 to 3 characters', () => check.stringOfLength('😀', 2, 3, 'at')],
  ['at must have at most 2 characters', () => check.stringOfLength('😀😀😀', 0, 2, 'at')],
  ['at must match ^a', () => check.matching('b', /^a/u, 'at')],
  ['at must be a number, not number', () => check.number(Number.NaN, 'at')],
  ['at must be at least 0', () => check.numberWithin(-0.5, 0, infinite, 'at')],
  ['at must be at most 5', () => check.numberWithin(6, -infinite, 5, 'at')],
  ['at must be an integer, not number', () => check.integer(1.5, 'at')],
  ['at must be 1 to 5', () => check.integerWithin(6, 1, 5, 'at')],
  ['at must be an integer, not string', () => check.integerWithin('1', 1, 5, 'at')],
  ['at must be more than 0', () => check.between(0, 0, 1, 'at')],
  ['at must be less than 1', () => check.between(1, 0, 1, 'at')],
  ['at must be a boolean, not undefined', () => check.boolean(undefined, 'at')],
  ['at must be one of ["a",1]', () => check.oneOf('1', ['a', 1], 'at')],
  ['at must be an object, not an array', () => check.object([], 'at')],
  ['at is required', () => check.present(undefined, 'at')],
  ['at must be an array, not object', () => check.array({}, (value) => value, 0, 1, 'at')],
  ['at must have at most 1 item', () => check.array([1, 2], (value) => value, 0, 1, 'at')],
  [
    'at.* must be a string, not number',
    () => check.record({ a: 1 }, (value) => check.string(value, 'at.*'), 'at'),
  ],
])('a violation reads: %s', (message, run) => {
  expect(run).toThrow(new check.ReplyViolation(message))
})

test('either returns the second result only when the first check throws', () => {
  const fails = () => check.string(1, 'at')
  expect(check.either(() => 1, fails)).toBe(1)
  expect(check.either(fails, () => 2)).toBe(2)
  expect(() => check.either(fails, fails)).toThrow('at must be a string')
})
