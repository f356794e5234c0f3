import { expect, test } from 'vitest'
import { readAddress } from './read-address.ts'

test.each([
  [254, 'Enter a valid email'],
  [255, 'Email must have at most 254 characters'],
])('an email of %d characters that is invalid: %s', (length, error) => {
  const { errors } = readAddress(new Map([['email', '@'.repeat(length)]]))
  expect(errors).toContainEqual({ name: 'email', error })
})
