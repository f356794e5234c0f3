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

test('transactions take turns once one of their account had a conflict', async () => {
  const { running, enter, leave } = recording()
  await enter('1', 'a', false)
  await enter('2', 'a', true)
  for (const name of ['3', '4']) void enter(name, 'a', false)
  await nextTurn()
  expect(running).toEqual(['1', '2'])
  await leave('2')
  expect(running).toEqual(['1', '2', '3'])
  await leave('3')
  await leave('4')
  // Nobody takes turns any more.
  await enter('5', 'a', false)
  await enter('6', 'a', false)
  expect(running).toEqual(['1', '2', '3', '4', '5', '6'])
})

test('other accounts, and transactions without one, do not wait', async () => {
  const { running, enter } = recording()
  await enter('1', 'a', true)
  await enter('2', 'b', true)
  await enter('3', undefined, true)
  expect(running).toEqual(['1', '2', '3'])
})
