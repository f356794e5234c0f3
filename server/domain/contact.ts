import { fold } from './fold.ts'

/**
 * Returns the text that a search of contacts reads: first and last name separated by a space, and the
 * email address, case-folded. The line break prevents matches across name and address.
 */
export const searchText = (person: {
  firstName: string
  lastName: string
  email: string
}): string => fold(`${person.firstName} ${person.lastName}\n${person.email}`)
