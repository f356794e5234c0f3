import type { Place } from './place.ts'

/** Turns a schema name into words: `OrderLine` becomes `an order line`. */
export const thing = (name: string): string => {
  const words = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase()
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
}

/** Returns whether clients send the values at this place. */
export const isSent = ({ part }: Place): boolean => part === 'request' || part === 'parameter'

/** Returns who is affected by a change at this place. */
export const audience = ({ part }: Place): string =>
  part === 'payload' ? 'Subscribers' : 'Integrators'

/** Names a field as clients know it: `` `quantity` of an order line ``. */
export const field = ({ part, field: path, ofComponent }: Place): string =>
  part === 'response' && ofComponent && ofComponent.field !== ''
    ? `\`${ofComponent.field}\` of ${thing(ofComponent.name)}`
    : `\`${path}\``

/** Names the object that contains a field, such as `an order`. */
export const holder = ({ part, ofComponent }: Place): string => {
  if (part === 'request') return 'the request'
  return ofComponent && part === 'response' ? thing(ofComponent.name) : 'the body'
}

/** Formats values as a list: `` `A`, `B` and `C` ``. */
export const list = (values: readonly unknown[]): string => {
  const quoted = values.map((value) => `\`${value}\``)
  const last = quoted.pop() ?? ''
  return quoted.length > 0 ? `${quoted.join(', ')} and ${last}` : last
}

/** Returns the values of the first list that are not in the second. */
export const lost = (before: unknown, after: unknown): unknown[] => {
  const [from, to] = [before, after].map((values): unknown[] => [values ?? []].flat())
  return (from ?? []).filter((value) => !to?.includes(value))
}

/** Formats JSON Schema types: `string or null`. */
export const types = (value: unknown): string =>
  value === undefined ? 'anything' : [value].flat().join(' or ')
