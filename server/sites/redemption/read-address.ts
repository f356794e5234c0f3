import { ShipTo } from '../../../generated/schemas.ts'
import type { components } from '../../../generated/types.ts'
import type { TextField } from '../kit/form-fields.ts'

type Address = components['schemas']['ShipTo']

/** What a person sees of a field; what may stand in it is the document's to say. */
type FieldLook = Pick<TextField, 'label' | 'type' | 'autocomplete'>

/** Every field of an address, in the order of the form. */
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

/** The fields of the form: those that the document requires are required. */
export const addressFields = Object.entries(fieldLooks).map(([name, rest]) => ({
  ...rest,
  name,
  isRequired: issuesOfEmptyAddress.some(({ path }) => path[0] === name),
}))

/** An address as it was typed, by field. */
export type AddressInput = ReadonlyMap<string, string>

/** What is wrong with a field, in a sentence. */
export type FieldError = { name: string; error: string }

/** Reads an address: what surrounds a text is no part of it, and the document says what is wrong. */
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
