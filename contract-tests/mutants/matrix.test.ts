import { expect, test } from 'vitest'
import { matrix } from './matrix.ts'

const row = (breaks: string, ...detectedBy: string[]) => ({
  mutant: { breaks, source: '§1', area: 'auth' as const },
  detectedBy,
})

test('the matrix shows who detects what, and lists what one judge alone or none detects', () => {
  const rows = [row('First', 'a', 'bb'), row('Second one', 'bb'), row('Third')]
  expect(matrix(['a', 'bb'], rows)).toBe(
    `
                 a  bb
First (§1)       ✓   ✓
Second one (§1)  –   ✓
Third (§1)       –   –
detected, of 3   1   2

Detected by one judge alone:
  bb: Second one (§1)

Detected by none:
  ✗ Third (§1)
`.slice(0, -1),
  )
})

test('with one judge, the table would repeat the lines above it', () => {
  expect(matrix(['a'], [row('First', 'a'), row('Third')])).toBe(
    '\nDetected by none:\n  ✗ Third (§1)',
  )
})
