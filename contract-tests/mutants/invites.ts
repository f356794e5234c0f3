import { at, changed, replacing } from './change-response.ts'
import type { Mutant } from './mutant.ts'

/** Mutants of invites. */
export const inviteMutants: Mutant[] = [
  {
    breaks: 'emailNotificationSent is true when no e-mail was requested',
    source: '§3',
    area: 'invites',
    change: at(
      'createInvite',
      200,
      replacing('"emailNotificationSent":false', '"emailNotificationSent":true'),
    ),
  },
  {
    breaks: 'inviteUrl contains an id instead of the slug',
    source: '§2',
    area: 'invites',
    change: at('createInvite', 200, replacing(/\/i\/[^"]*/g, '/i/inv_1')),
  },
  {
    breaks: 'Two invites have the same slug',
    source: '§2',
    area: 'invites',
    change: at('createInvite', 200, (response) => {
      const [, slug = ''] = response.text.match(/"slug":"([^"]*)"/) ?? []
      return changed(response, { text: response.text.replaceAll(slug, 'the-slug') })
    }),
  },
  {
    breaks: 'A new invite has the status USED',
    source: '§3',
    area: 'invites',
    change: at('createInvite', 200, replacing('UNUSED', 'USED')),
  },
  {
    breaks: 'An invite without expiresAt never expires',
    source: 'design decision 13',
    area: 'invites',
    operations: (real) => ({
      createInvite: (input, call) =>
        real.createInvite({ body: { expiresAt: '9999-12-31T23:59:59Z', ...input.body } }, call),
    }),
  },
  {
    breaks: 'An expiresAt in the past is rejected',
    source: 'design decision 27',
    area: 'invites',
    operations: (real) => ({
      createInvite: async (input, call) =>
        Date.parse(input.body.expiresAt ?? '9999-12-31') < Date.now()
          ? {
              status: 400,
              body: { message: 'expiresAt: has passed' },
            }
          : real.createInvite(input, call),
    }),
  },
  {
    breaks: 'The check that email is required is skipped',
    source: '§4 POST /v1/invites/create',
    area: 'invites',
    change: at(
      'createInvite',
      400,
      replacing('email is required when sendEmailNotification is enabled', 'Campaign not found'),
    ),
  },
  {
    breaks: 'createInvite returns null for an unset text',
    source: 'design decision 28',
    area: 'invites',
    change: at('createInvite', 200, replacing('"companyName":""', '"companyName":null')),
  },
  {
    breaks: 'createdAt of an invite is in 1970',
    source: '§2',
    area: 'invites',
    change: at(
      'createInvite',
      200,
      replacing(/"createdAt":"[^"]*"/g, '"createdAt":"1970-01-01T00:00:00Z"'),
    ),
  },
  {
    breaks: 'createInvite returns id instead of _id',
    source: '§2',
    area: 'invites',
    change: at('createInvite', 200, replacing('"_id"', '"id"')),
  },
]
