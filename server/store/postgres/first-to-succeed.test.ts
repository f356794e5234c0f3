import { expect, test, vi } from 'vitest'
import { firstToSucceed } from './first-to-succeed.ts'

const failing = async () => {
  throw new Error('refused')
}
const silent = () => new Promise<string>(() => {})

test('a failed attempt is followed by the next at once, a silent one after the head start', async () => {
  const never = vi.fn(failing)
  expect(await firstToSucceed([failing, async () => 'second', never], 60_000)).toBe('second')
  expect(never).not.toHaveBeenCalled()
  expect(await firstToSucceed([silent, async () => 'second'], 1)).toBe('second')
})

test('a result that comes after the first is discarded', async () => {
  const slow = Promise.withResolvers<string>()
  const discarded: string[] = []
  const attempts = [() => slow.promise, async () => 'second']
  await firstToSucceed(attempts, 1, (late) => discarded.push(late))
  slow.resolve('first')
  await slow.promise
  expect(discarded).toEqual(['first'])
})

test('an attempt that takes longer than the head start can be the first to succeed', async () => {
  const slow = Promise.withResolvers<string>()
  const last = () => {
    setImmediate(() => slow.resolve('first'))
    return failing()
  }
  expect(await firstToSucceed([() => slow.promise, last], 1)).toBe('first')
})

test('throws when all attempts fail', async () => {
  await expect(firstToSucceed([failing, failing], 1)).rejects.toThrow(AggregateError)
})
