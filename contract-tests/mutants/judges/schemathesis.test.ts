import { expect, test } from 'vitest'
import { firstFailure } from './schemathesis.ts'

test('the first failure is a check and its reason', () => {
  const output = `=== FAILURES ===
___ POST /v1/contacts/create ___
1. Test Case ID: Wyf1HM

- Custom check failed: \`accounts_apart\`

    another account gets
    this account's stock

- Another check

    another reason

[400] Bad Request:
`
  expect(firstFailure(output)).toBe(
    "Custom check failed: `accounts_apart` another account gets this account's stock",
  )
})

test.each([
  ['Traceback\nAssertionError: the loaded document differs\nDone', 'the loaded document differs'],
  ['Loading\nUnable to load hooks\n', 'Unable to load hooks'],
])('the reason of a run that stops early is shown: %j', (output, expected) => {
  expect(firstFailure(output)).toBe(expected)
})
