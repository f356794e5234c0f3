import { ofStatements } from '../../engine/of-statements.ts'

/**
 * Makes the slug of an invite an index that is no key, so that every key of the table begins with the
 * account. Slugs are random, so that none is drawn twice.
 */
export const { up } = ofStatements(
  'create index invites_by_slug on invites (slug)',
  'alter table invites drop constraint invites_slug_key',
)
