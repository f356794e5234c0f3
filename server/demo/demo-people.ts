import type { NewContact } from '../store/columns/contact-columns.ts'

/** Cycles through the list, so that the demo is the same each time. */
const pickByIndex = <T>(list: readonly [T, ...T[]], index: number): T =>
  list[index % list.length] ?? list[0]

const names = (list: string): [string, ...string[]] => {
  const [first = '', ...rest] = list.split(' ')
  return [first, ...rest]
}

const firstNames = names(
  'Maya Jonas Amélie Tobias Priya Kenji Zoë Mateo Ingrid Samuel Leila Oskar Nadia Hugo Yuki Elena Idris Freya Rafael Hannah',
)
const lastNames = names(
  'Lindqvist Weber Moreau Okafor Nair Tanaka Jansen Silva Berg Adler Haddad Novak Rossi Dubois Sato Petrov Cole Lund Costa',
)

type Place = Pick<NewContact, 'street1' | 'city' | 'state' | 'zip' | 'country' | 'phone'>

const places: [Place, ...Place[]] = [
  {
    street1: '418 Alder Street',
    city: 'Portland',
    state: 'OR',
    zip: '97205',
    country: 'US',
    phone: '+1 503 555 0137',
  },
  {
    street1: 'Torstraße 88',
    city: 'Berlin',
    state: '',
    zip: '10119',
    country: 'DE',
    phone: '+49 30 555 0188',
  },
  {
    street1: '12 rue des Lilas',
    city: 'Lyon',
    state: '',
    zip: '69003',
    country: 'FR',
    phone: '',
  },
  {
    street1: '77 King Street West',
    city: 'Toronto',
    state: 'ON',
    zip: 'M5K 1A1',
    country: 'CA',
    phone: '+1 416 555 0164',
  },
  { street1: '', city: '', state: '', zip: '', country: '', phone: '' },
]

const tags: [string[], ...string[][]] = [
  ['engineering', 'remote'],
  ['sales'],
  ['design', 'new starter'],
  [],
  ['engineering'],
  ['people team', 'new starter'],
]

const sizes: [string, ...string[]] = ['M', 'L', 'S', 'XL', '']

/** Returns sixty contacts. Some have no address, size or dates. */
export const demoPeople = (): Omit<NewContact, 'id' | 'campaignId' | 'createdAt'>[] =>
  Array.from({ length: 60 }, (_, i) => {
    const firstName = pickByIndex(firstNames, i)
    const lastName = pickByIndex(lastNames, i * 7)
    const plain = `${firstName}.${lastName}`.normalize('NFD').replaceAll(/[^A-Za-z.]/g, '')
    const day = String((i % 28) + 1).padStart(2, '0')
    const month = String((i % 12) + 1).padStart(2, '0')
    return {
      firstName,
      lastName,
      email: `${plain.toLowerCase()}@example.com`,
      tags: pickByIndex(tags, i),
      ...pickByIndex(places, i),
      street2: i % 6 === 0 ? `Apt ${i + 3}` : '',
      dateOfBirth: i % 4 === 0 ? '' : `19${80 + (i % 20)}-${month}-${day}`,
      hireDate: i % 5 === 0 ? '' : `2026-${month}-${day}`,
      shirtSize: pickByIndex(sizes, i),
      companyName: 'Harbor & Pine',
      profilePicture: '',
    }
  })
