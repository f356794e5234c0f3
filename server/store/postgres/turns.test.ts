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
  await leave('3')
  await leave('4')
  // Nobody takes turns any more.
  await enter('6', 'a', true)
  await enter('7', 'a', false)
  expect(running).toEqual(['1', '2', '5', '3', '4', '6', '7'])
})

test('behind several that take turns, every transaction of the account does', async () => {
  const { running, enter, leave } = recording()
  for (const name of ['1', '2', '3', '4']) void enter(name, 'a', true)
  void enter('5', 'a', false)
  await nextTurn()
  expect(running).toEqual(['1'])
  for (const name of ['1', '2', '3', '4']) await leave(name)
  expect(running).toEqual(['1', '2', '3', '4', '5'])
})

test('other accounts, and transactions without one, do not wait', async () => {
  const { running, enter } = recording()
  await enter('1', 'a', true)
  await enter('2', 'b', true)
  await enter('3', undefined, true)
  expect(running).toEqual(['1', '2', '3'])
})
