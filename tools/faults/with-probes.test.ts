import { expect, test } from 'vitest'
import { faultsIn } from './faults-in.ts'
import { withProbes } from './with-probes.ts'

test('probes enclose the expressions and statements of faults, also nested ones', () => {
  const source = 'if (a === 1) b(await c)\nawait d()\n'
  const probed = withProbes(source, new Map(faultsIn(source).entries()))
  expect(probed.replaceAll('globalThis.reachFault?.', 'p')).toBe(
    'if ((p(0),(p(1),(p(2),a === (p(3),1))))) {p(4);b((p(5),await c))}\n{p(6);{p(7);await d()}}\n',
  )
})
