import { newContact, newOrder } from '../testkit/request-bodies.ts'

/** Autocannon replaces the placeholder: a campaign has at most 1,000 contacts with an address. */
export const contactBody = newContact('cmp_bench', {
  email: 'byron-[<id>]@example.com',
  city: 'London',
})

export const orderBody = newOrder('cmp_bench', 'TEE-000000')
