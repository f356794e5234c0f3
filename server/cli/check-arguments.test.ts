import { parseArgs } from 'citty'
import { expect, test } from 'vitest'
import { checkArguments } from './check-arguments.ts'

const known = {
  file: { type: 'positional', required: false },
  name: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'forward-to': { type: 'string' },
} as const

const check = (...args: string[]) => checkArguments(parseArgs(args, known), known)

test.each([
  [[]],
  [['--name', 'Harbor & Pine']],
  [['--name=-1']],
  [['--dry-run']],
  [['--forward-to', 'localhost:3000']],
  [['file', '--name', 'Ærø 港 🙂']],
])('%j passes', (args) => {
  expect(() => check(...args)).not.toThrow()
})

test.each<[string[], RegExp]>([
  [['--name'], /^--name needs a value: /],
  [['--name='], /^--name needs a value: /],
  [['--name', ' '], /^--name needs a value: /],
  [['--name', '--verbose'], /^--name needs a value: /],
  [['--no-name'], /^--name needs a value: /],
  [['--name', 'two\nlines'], /^--name must be one line: /],
  [['--name', 'a\tb'], /^--name must be one line: /],
  [['--name', '\u001b[31mred'], /^--name must be one line: /],
  [['--name', 'a\u0085b'], /^--name must be one line: /],
  [['--name', 'a\u2028b'], /^--name must be one line: /],
  [['file', '--name', 'Harbor', 'Pine'], /^There is no place for "Pine": /],
  [['--other'], /^There is no option --other$/],
  [['--dry-runs'], /^There is no option --dry-?runs$/i],
  [['--forward-to'], /^--forward-to needs a value: /],
  [['-o'], /^There is no option -o$/],
  [['--toString'], /^There is no option --toString$/],
])('%j is refused', (args, message) => {
  expect(() => check(...args)).toThrow(message)
})
