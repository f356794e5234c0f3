import { Refusal } from '../../generated/schemas.ts'

/** The response to an invalid body, with `errors` (§7 rule 1). */
export const ValidationError = Refusal.required({ errors: true })
