import { expect, test } from 'vitest'
import { faultsIn, withFault } from './faults-in.ts'

const planted = (source: string): string[] =>
  faultsIn(source).map((fault) => `${fault.kind}: ${withFault(source, fault)}`)

test.each([
  ['const a = b === c', ['operator turned: const a = b !== c']],
  [
    'const a = b < 5',
    ['operator turned: const a = b <= 5', 'constant off by one: const a = b < (5 + 1)'],
  ],
  ["const a = b + 'text'", []],
  [
    'if (a) b()',
    [
      'condition always true: if (true) b()',
      'condition always false: if (false) b()',
      'statement removed: if (a) ;',
    ],
  ],
  ['const a = b ? c : d', ['branches swapped: const a = !(b) ? c : d']],
  ['const a = await b', ['await dropped: const a = b']],
  ['await b', ['statement removed: ;']],
  ["import { a } from 'a'\ntype B = 5", []],
])('%s', (source, expected) => {
  expect(planted(source)).toEqual(expected)
})

test('a fault has the line of its text', () => {
  expect(faultsIn('a\nconst b = 5').map(({ kind, line }) => [kind, line])).toEqual([
    ['statement removed', 1],
    ['constant off by one', 2],
  ])
})
