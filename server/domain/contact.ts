import { fold } from './fold.ts'

/**
 * What a search of contacts looks in: given and family name with a space between, and the e-mail
 * address, all without case. The line break keeps a search from matching across the two.
 */
export const searchText = (person: {
  firstName: string
  lastName: string
  email: string
}): string => fold(`${person.firstName} ${person.lastName}\n${person.email}`)
