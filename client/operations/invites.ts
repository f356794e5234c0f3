import type { Calls } from '../calls.ts'
import type { CallOptions, Schemas } from '../types.ts'

export const inviteCalls = ({ transport, write }: Calls) => ({
  /** Creates an invite, and e-mails it if `sendEmailNotification` is true. A repeated call creates another one. */
  create: (
    body: Schemas['InviteCreate'],
    options: CallOptions = {},
  ): Promise<Schemas['InviteCreated']> =>
    write('createInvite', options, (init) =>
      transport.POST('/v1/invites/create', { body, ...init }),
    ),
})

/** Invites, each for one campaign. */
export type Invites = ReturnType<typeof inviteCalls>
