import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endAndLinger } from './http-server.ts'

test('a connection that lingers is destroyed after a time, unless it closes before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const [slow, quick] = [new PassThrough(), new PassThrough()]
  for (const connection of [slow, quick]) endAndLinger(connection, 1000)
  vi.advanceTimersByTime(999)
  expect(slow.destroyed).toBe(false)
  quick.destroy()
  await once(quick, 'close')
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(slow.destroyed).toBe(true)
})
