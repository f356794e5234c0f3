import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { interruptible } from './command.ts'

test('the first of the signals aborts a task, and its end removes the listeners', async () => {
  const signals = ['SIGUSR2', 'SIGWINCH'] as const
  const listeners = () => signals.map((each) => process.listenerCount(each))
  const before = listeners()
  const seen: boolean[] = []
  const run = async (signal: AbortSignal) => {
    await nextTurn()
    seen.push(signal.aborted)
    process.emit('SIGWINCH')
    seen.push(signal.aborted)
    throw new Error('stopped')
  }
  await expect(interruptible(signals, run)).rejects.toThrow('stopped')
  expect(seen).toEqual([false, true])
  expect(listeners()).toEqual(before)
})
