import { Refusal } from '../../generated/schemas.ts'

/** What a body that does not validate is answered with (§7 rule 1): a refusal that lists what failed. */
export const ValidationError = Refusal.required({ errors: true })
