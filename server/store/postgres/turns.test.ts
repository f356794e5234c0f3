import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

/** Records the order in which transactions run. */
const recording = () => {
  const turns = new Turns()
  const running: string[] = []
  const leaves = new Map<string, () => void>()
  const enter = (name: string, account: string | undefined, hasConflict: boolean) =>
    turns.enter(account, hasConflict).then((leave) => {
      running.push(name)
      leaves.set(name, leave)
    })
  const leave = async (name: string) => {
    leaves.get(name)?.()
    await nextTurn()
  }
  return { running, enter, leave }
}

test('transactions of an account that had a conflict take turns', async () => {
  const { running, enter, leave } = recording()
  await enter('1', 'a', false)
  await enter('2', 'a', true)
  for (const name of ['3', '4']) void enter(name, 'a', true)
  await enter('5', 'a', false)
  expect(running).toEqual(['1', '2', '5'])
  await leave('2')
  expect(running).toEqual(['1', '2', '5', '3'])
})

test('while most transactions of an account conflict, those without a conflict take turns too', async () => {
  const { running, enter, leave } = recording()
  const conflicting = ['1', '2', '3', '4']
  for (const name of conflicting) void enter(name, 'a', true)
  const following = ['5', '6', '7', '8', '9', '10', '11']
  for (const name of [...following, 'eighth']) void enter(name, 'a', false)
  await nextTurn()
  expect(running).toEqual(['eighth', '1'])
  for (const name of [...conflicting, ...following]) await leave(name)
  expect(running).toEqual(['eighth', ...conflicting, ...following])
})

test('each transaction without a conflict takes a quarter of a conflict away, of eight at most', async () => {
  const { running, enter, leave } = recording()
  await enter('c0', 'a', true)
  const free = Array.from({ length: 17 }, (_, i) => `free${i}`)
  for (const name of free) await enter(name, 'a', false)
  for (let i = 1; i < 10; i++) void enter(`c${i}`, 'a', true)
  for (const name of free.slice(1)) await leave(name)
  void enter('follows', 'a', false)
  await leave('free0')
  void enter('last', 'a', false)
  await nextTurn()
  expect(running).toEqual(['c0', ...free, 'last'])
})

test('three transactions without a conflict leave the turns as they are', async () => {
  const { running, enter, leave } = recording()
  await enter('c0', 'a', true)
  for (const name of ['1', '2', '3']) {
    await enter(name, 'a', false)
    await leave(name)
  }
  void enter('c1', 'a', true)
  await nextTurn()
  expect(running).toEqual(['c0', '1', '2', '3'])
  await leave('c0')
  expect(running.at(-1)).toBe('c1')
})

test('after four conflicts, one transaction without a conflict lets the others run at once', async () => {
  const { running, enter, leave } = recording()
  await enter('c0', 'a', true)
  await enter('free', 'a', false)
  for (let i = 1; i < 4; i++) void enter(`c${i}`, 'a', true)
  await leave('free')
  void enter('next', 'a', false)
  await nextTurn()
  expect(running).toEqual(['c0', 'free', 'next'])
})

test('an account whose transactions no longer conflict takes no more turns', async () => {
  const { running, enter, leave } = recording()
  for (const name of ['1', '2', '3', '4']) void enter(name, 'a', true)
  await nextTurn()
  for (const name of ['1', '2', '3', '4']) await leave(name)
  // Each eighth does not wait, and finds no conflict.
  for (let i = 5; i < 45; i++) {
    await enter(String(i), 'a', false)
    await leave(String(i))
  }
  void enter('first', 'a', true)
  await enter('second', 'a', false)
  expect(running.slice(-2)).toEqual(['second', 'first'])
})

test('other accounts, and transactions without one, do not wait', async () => {
  const { running, enter } = recording()
  await enter('1', 'a', true)
  await enter('2', 'b', true)
  await enter('3', undefined, true)
  expect(running).toEqual(['1', '2', '3'])
})
