import { expect, test } from 'vitest'
import { faultsIn } from './faults-in.ts'
import { withProbes } from './with-probes.ts'

test('probes enclose the expressions and statements of faults, also nested ones', () => {
  const source = 'const f = async () => {\nif (a === 1) b(await c)\nawait d()\n}'
  const probed = withProbes(source, new Map(faultsIn(source).entries()))
  expect(probed.replaceAll('globalThis.reachFault?.', 'p')).toBe(
    'const f = async () => {\nif ((p(0),(p(1),(p(2),a === (p(3),1))))) {p(4);b((p(5),await c))}\n{p(6);await d()}\n}',
  )
})

test('a fault at the top level is reached by the functions that use its declaration', () => {
  const source = [
    'const most = 5',
    'const both = [most, 1]',
    'const other = () => 1',
    'export const least = () => both[0]',
    'export function all() { return [both].map((each) => each) }',
  ].join('\n')
  const [fault] = faultsIn(source)
  const probed = withProbes(source, new Map(fault ? [[7, fault]] : []))
  expect(probed.replaceAll('globalThis.reachFault?.', 'p').split('\n').slice(2)).toEqual([
    'const other = () => 1',
    'export const least = () => (p(7),both[0])',
    'export function all() {p(7); return [both].map((each) => each) }',
  ])
  expect(withProbes('const f = () => most', new Map(), new Map([[7, new Set(['most'])]]))).toBe(
    'const f = () => (globalThis.reachFault?.(7),most)',
  )
})
