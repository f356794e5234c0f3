import { ofStatements } from '../../engine/of-statements.ts'

/**
 * One statement adds a contact and its tags, so each tag has its contact. The check reads the end of an
 * index that each new contact changes, so contacts added at the same time would conflict.
 */
export const { up } = ofStatements(
  'alter table contact_tags drop constraint contact_tags_account_id_contact_seq_fkey',
)
