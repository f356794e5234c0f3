import { expect, test } from 'vitest'
import { RecentWindows } from './recent-windows.ts'
import { RequestWindow } from './request-window.ts'

/** A window with requests of one second. */
const tracked = () => {
  const window = new RequestWindow()
  window.add(1)
  return { window }
}

/** The bytes of four such windows, so that two fill the newer half. */
const bytes = 4 * 312

const never = () => false

test('windows leave when two halves of newer ones were used after them', () => {
  const windows = new RecentWindows<ReturnType<typeof tracked>>(bytes)
  for (const address of ['a', 'b']) windows.set(address, tracked())
  windows.evict(never)
  windows.set('c', tracked())
  windows.evict(never)
  expect(windows.size).toBe(3)
  // One that is used moves to the newer half, which one more window fills, but does not exceed.
  expect(windows.get('a')).toBeDefined()
  windows.set('d', tracked())
  windows.evict(never)
  expect(windows.size).toBe(4)
  windows.grow()
  windows.evict(never)
  expect(windows.size).toBe(2)
  expect(['a', 'b', 'c', 'd'].filter((address) => windows.get(address))).toEqual(['a', 'd'])
  expect(windows.size).toBe(2)
})

test('a window that must be kept stays', () => {
  const windows = new RecentWindows<ReturnType<typeof tracked>>(bytes)
  const [kept, other] = [tracked(), tracked()]
  const mustKeep = (each: typeof kept) => each === kept
  windows.set('kept', kept)
  for (const address of ['a', 'b', 'c', 'd', 'e', 'f']) {
    windows.set(address, other)
    windows.evict(mustKeep)
  }
  expect(windows.get('kept')).toBe(kept)
  expect(windows.get('a')).toBeUndefined()
  windows.clear(mustKeep)
  expect([windows.size, windows.get('kept')]).toEqual([1, kept])
})
