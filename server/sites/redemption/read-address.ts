import { ShipTo } from '../../../generated/schemas.ts'
import type { components } from '../../../generated/types.ts'
import type { InputField } from '../kit/form-fields.ts'
import { countries } from './texts/countries.ts'

type Address = components['schemas']['ShipTo']

/** How a field is shown. The document defines its valid values. */
type FieldLook = Pick<InputField, 'label' | 'type' | 'autocomplete' | 'options'>

/** The fields of an address in the order of the form. */
const fieldLooks: Record<keyof Address, FieldLook> = {
  firstName: { label: 'First name', autocomplete: 'given-name' },
  lastName: { label: 'Last name', autocomplete: 'family-name' },
  email: { label: 'Email', type: 'email', autocomplete: 'email' },
  companyName: { label: 'Company', autocomplete: 'organization' },
  street1: { label: 'Street and number', autocomplete: 'address-line1' },
  street2: { label: 'Apartment or floor', autocomplete: 'address-line2' },
  zip: { label: 'Postal code', autocomplete: 'postal-code' },
  city: { label: 'City', autocomplete: 'address-level2' },
  state: { label: 'State or region', autocomplete: 'address-level1' },
  country: {
    label: 'Country',
    autocomplete: 'country',
    options: new Map([['', 'Choose a country'], ...countries]),
  },
  phone: { label: 'Phone', type: 'tel', autocomplete: 'tel' },
}

const issuesOfEmptyAddress = ShipTo.safeParse({}).error?.issues ?? []

/** The fields of the form. The document defines which are required. */
export const addressFields = Object.entries(fieldLooks).map(([name, rest]) => ({
  ...rest,
  name,
  isRequired: issuesOfEmptyAddress.some(({ path }) => path[0] === name),
}))

/** The values as typed, by field name. */
export type AddressInput = ReadonlyMap<string, string>

/** The error message of a field. */
export type FieldError = { name: string; error: string }

/** Returns the error message of a value that the document does not allow. */
const errorText = (name: string, label: string, value: string, reason: string): string => {
  if (value === '') return `Enter your ${label.toLowerCase()}`
  return name === 'email' && value.length <= 254 ? 'Enter a valid email' : `${label} ${reason}`
}

/** Trims the values and validates them against the document. The country must be one of the list. */
export const readAddress = (
  typed: AddressInput,
): { shipTo: Address; errors?: undefined } | { errors: FieldError[] } => {
  const values = new Map([...typed].map(([name, value]) => [name, value.trim()]))
  const result = ShipTo.safeParse(Object.fromEntries(values))
  const isCountry = countries.has(values.get('country') ?? '')
  if (result.success && isCountry) return { shipTo: result.data }
  const reasons = new Map(result.error?.issues.map(({ path, message }) => [path[0], message]))
  return {
    errors: addressFields.flatMap(({ name, label }) => {
      if (name === 'country') return isCountry ? [] : [{ name, error: 'Choose your country' }]
      const reason = reasons.get(name)
      if (reason === undefined) return []
      return [{ name, error: errorText(name, label, values.get(name) ?? '', reason) }]
    }),
  }
}
