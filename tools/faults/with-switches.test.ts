import { expect, test } from 'vitest'
import { faultsIn } from './faults-in.ts'
import { withSwitches } from './with-switches.ts'

test('each fault takes the place of its expression or statement while its switch is on', () => {
  const source = 'const f = async () => {\nif (a === 1) b(await c)\nawait d()\n}'
  const switched = withSwitches(source, new Map(faultsIn(source).entries()))
  expect(switched.replaceAll('isPlanted', 'p').replaceAll('\n)', ')').split('\nfunction')[0]).toBe(
    [
      'const f = async () => {',
      'if ((p(0) ? (true) : ((p(1) ? (false) : ((p(2) ? (a !== 1) : (a === (p(3) ? ((1 + 1)) : (1)))))))))' +
        ' if (p(4)) {;',
      '} else {b((p(5) ? (c) : (await c)))',
      '}',
      'if (p(6)) {;',
      '} else {await d()',
      '}',
      '}',
    ].join('\n'),
  )
})
