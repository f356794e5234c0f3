import { input, operation } from './change-operation.ts'
import { at, replacing } from './change-response.ts'
import { mutantsOf } from './mutant.ts'

/** Replaces a text in the responses of created invites. */
const created = (pattern: string | RegExp, by: string) =>
  at('createInvite 200', replacing(pattern, by))

/** Mutants of invites. */
export const inviteMutants = [
  ...mutantsOf('invites', '§2', {
    'inviteUrl contains an id instead of the slug': created(/\/i\/[^"]*/g, '/i/inv_1'),
    'Two invites have the same slug': at('createInvite 200', (response, request) => {
      const [, slug = ''] = response.text.match(/"slug":"([^"]*)"/) ?? []
      return replacing(slug, 'the-slug')(response, request)
    }),
    'createdAt of an invite is in 1970': created(
      /"createdAt":"[^"]*"/g,
      '"createdAt":"1970-01-01T00:00:00Z"',
    ),
    'createInvite returns id instead of _id': created('"_id"', '"id"'),
  }),
  ...mutantsOf('invites', '§3', {
    'emailNotificationSent is true when no e-mail was requested': created(
      '"emailNotificationSent":false',
      '"emailNotificationSent":true',
    ),
    'A new invite has the status USED': created('UNUSED', 'USED'),
  }),
  ...mutantsOf('invites', 'design decision 13', {
    'An invite without expiresAt never expires': input('createInvite', ({ body }) => ({
      body: { expiresAt: '9999-12-31T23:59:59Z', ...body },
    })),
  }),
  ...mutantsOf('invites', 'design decision 27', {
    'An expiresAt in the past is rejected': operation('createInvite', (sent, call, real) =>
      Date.parse(sent.body.expiresAt ?? '9999-12-31') < Date.now()
        ? { status: 400, body: { message: 'expiresAt: has passed' } }
        : real.createInvite(sent, call),
    ),
  }),
  ...mutantsOf('invites', '§4 POST /v1/invites/create', {
    'The check that email is required is skipped': at(
      'createInvite 400',
      replacing('email is required when sendEmailNotification is enabled', 'Campaign not found'),
    ),
  }),
  ...mutantsOf('invites', 'design decision 28', {
    'createInvite returns null for an unset text': created(
      '"companyName":""',
      '"companyName":null',
    ),
  }),
]
