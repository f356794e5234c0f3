import { ShipTo } from '../../../generated/schemas.ts'
import type { components } from '../../../generated/types.ts'
import type { TextField } from '../kit/form-fields.ts'

type Address = components['schemas']['ShipTo']

/** How a field is shown. The document defines its valid values. */
type FieldLook = Pick<TextField, 'label' | 'type' | 'autocomplete'>

/** The fields of an address in the order of the form. */
const fieldLooks: Record<keyof Address, FieldLook> = {
  firstName: { label: 'First name', autocomplete: 'given-name' },
  lastName: { label: 'Last name', autocomplete: 'family-name' },
  email: { label: 'E-mail', type: 'email', autocomplete: 'email' },
  companyName: { label: 'Company', autocomplete: 'organization' },
  street1: { label: 'Street and number', autocomplete: 'address-line1' },
  street2: { label: 'Apartment or floor', autocomplete: 'address-line2' },
  zip: { label: 'Postal code', autocomplete: 'postal-code' },
  city: { label: 'City', autocomplete: 'address-level2' },
  state: { label: 'State or region', autocomplete: 'address-level1' },
  country: { label: 'Country', autocomplete: 'country-name' },
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

/** Trims the values and validates them against the document. */
export const readAddress = (
  typed: AddressInput,
): { shipTo: Address; errors?: undefined } | { errors: FieldError[] } => {
  const trimmed = [...typed].map(([name, value]) => [name, value.trim()])
  const result = ShipTo.safeParse(Object.fromEntries(trimmed))
  if (result.success) return { shipTo: result.data }
  const reasons = new Map<PropertyKey | undefined, string>()
  for (const { path, message } of result.error.issues)
    if (!reasons.has(path[0])) reasons.set(path[0], message)
  return {
    errors: addressFields.flatMap(({ name, label }) => {
      const reason = reasons.get(name)
      return reason === undefined ? [] : [{ name, error: `${label} ${reason}` }]
    }),
  }
}
