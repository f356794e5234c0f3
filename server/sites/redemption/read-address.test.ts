import { expect, test } from 'vitest'
import { addressFields, readAddress } from './checkout-page.ts'

test.each([
  [254, 'Enter a valid email'],
  [255, 'Email must have at most 254 characters'],
])('an email of %d characters that is invalid: %s', (length, error) => {
  const { errors } = readAddress(new Map([['email', '@'.repeat(length)]]))
  expect(errors).toContainEqual({ name: 'email', error })
})

test('an empty form has one error for each required field, in the order of the form', () => {
  const { errors } = readAddress(new Map(addressFields.map(({ name }) => [name, ' '])))
  expect(errors?.map(({ error }) => error)).toEqual([
    'Enter your first name',
    'Enter your last name',
    'Enter your email',
    'Enter your street and number',
    'Enter your postal code',
    'Enter your city',
    'Choose your country',
  ])
  expect(addressFields.filter(({ isRequired }) => isRequired)).toHaveLength(7)
})
