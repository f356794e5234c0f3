import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { alignedLines, printThings } from './command.ts'

const order = {
  number: 'MF-100042',
  id: 'ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4',
  date: '2026-11-20T09:15:02.511Z',
  status: 'AWAITING_SHIPMENT BACKORDERED',
  warehouse: 'portland',
  units: 2,
  recipient: 'Maximiliane von Hohenstein-Wittgenstein',
}

test('a table fits the terminal, and the widest columns are shortened', () => {
  expect(alignedLines([order, { ...order, recipient: 'Zoë' }], 100)).toEqual([
    'number     id                date              status            warehouse  units  recipient',
    'MF-100042  ord_019a91f4e6a…  2026-11-20T09:1…  AWAITING_SHIPME…  portland   2      Maximiliane von …',
    'MF-100042  ord_019a91f4e6a…  2026-11-20T09:1…  AWAITING_SHIPME…  portland   2      Zoë',
  ])
  expect(alignedLines([order], Number.POSITIVE_INFINITY).join('\n')).not.toContain('…')
})

const rows = fc.array(
  fc.record({ a: fc.string(), b: fc.nat(), c: fc.string({ maxLength: 200 }) }),
  {
    minLength: 1,
  },
)

test('no line is longer than the limit, and short tables are whole', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 22, max: 250 }), (things, limit) => {
      const lines = alignedLines(things, limit)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(limit)
      const whole = alignedLines(things, Number.POSITIVE_INFINITY)
      if (whole.every((line) => line.length <= limit)) expect(lines.join()).not.toMatch(/…$/)
    }),
  )
})

test('a list takes the next thing when its reader has taken the last one', async () => {
  let took = (_error?: Error) => {}
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((_, done) => {
    if (typeof done === 'function') took = done
    return false
  })
  onTestFinished(() => write.mockRestore())
  let made = 0
  const things = function* () {
    for (;;) yield { number: ++made }
  }
  const printed = printThings(things(), 'none')
  for (const count of [1, 2, 3]) {
    await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(count))
    expect(made).toBe(count)
    took()
  }
  await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(4))
  took(new Error('EPIPE'))
  await printed
  expect(made).toBe(4)
})
