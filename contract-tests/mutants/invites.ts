import type { Mutant } from './mutant.ts'
import { at, changed, replacing } from './round.ts'

/** Mutants of invites. */
export const inviteMutants: Mutant[] = [
  {
    breaks: 'an invite says that an e-mail was sent when none was asked for',
    source: '§3',
    area: 'invites',
    round: at(
      'createInvite',
      200,
      replacing('"emailNotificationSent":false', '"emailNotificationSent":true'),
    ),
  },
  {
    breaks: 'the address of an invite holds its id',
    source: '§2',
    area: 'invites',
    round: at('createInvite', 200, replacing(/\/i\/[^"]*/g, '/i/inv_1')),
  },
  {
    breaks: 'two invites have one slug',
    source: '§2',
    area: 'invites',
    round: at('createInvite', 200, (said) => {
      const [, slug = ''] = said.text.match(/"slug":"([^"]*)"/) ?? []
      return changed(said, { text: said.text.replaceAll(slug, 'the-slug') })
    }),
  },
  {
    breaks: 'a new invite is USED',
    source: '§3',
    area: 'invites',
    round: at('createInvite', 200, replacing('UNUSED', 'USED')),
  },
  {
    breaks: 'an invite without expiresAt never expires',
    source: 'design decision 13',
    area: 'invites',
    operations: (real) => ({
      createInvite: (input, call) =>
        real.createInvite({ body: { expiresAt: '9999-12-31T23:59:59Z', ...input.body } }, call),
    }),
  },
  {
    breaks: 'a time that has passed is refused',
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
    breaks: 'an e-mail is not needed to send one',
    source: '§4 POST /v1/invites/create',
    area: 'invites',
    round: at(
      'createInvite',
      400,
      replacing('email is required when sendEmailNotification is enabled', 'Campaign not found'),
    ),
  },
  {
    breaks: 'unset texts of an invite are null',
    source: 'design decision 28',
    area: 'invites',
    round: at('createInvite', 200, replacing('"companyName":""', '"companyName":null')),
  },
  {
    breaks: 'an invite was created in 1970',
    source: '§2',
    area: 'invites',
    round: at(
      'createInvite',
      200,
      replacing(/"createdAt":"[^"]*"/g, '"createdAt":"1970-01-01T00:00:00Z"'),
    ),
  },
  {
    breaks: 'the id of an invite is called id',
    source: '§2',
    area: 'invites',
    round: at('createInvite', 200, replacing('"_id"', '"id"')),
  },
]
