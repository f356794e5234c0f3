import type { components } from '../../generated/types.ts'

type Schemas = components['schemas']

/** Where an order goes, as it is kept: unset texts are empty. */
export const recipientOf = (shipTo: Schemas['ShipTo']): Schemas['Recipient'] => ({
  firstName: shipTo.firstName,
  lastName: shipTo.lastName,
  email: shipTo.email,
  phone: shipTo.phone ?? '',
  street1: shipTo.street1,
  street2: shipTo.street2 ?? '',
  city: shipTo.city,
  state: shipTo.state ?? '',
  zip: shipTo.zip,
  country: shipTo.country,
})
