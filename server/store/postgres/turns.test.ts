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
  for (const name of ['1', '2', '3', '4']) void enter(name, 'a', true)
  void enter('5', 'a', false)
  await nextTurn()
  expect(running).toEqual(['1'])
  for (const name of ['1', '2', '3', '4']) await leave(name)
  expect(running).toEqual(['1', '2', '3', '4', '5'])
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
