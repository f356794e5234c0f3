import type { Place } from './place.ts'

/** The name of a schema as a thing: `OrderLine` is `an order line`. */
export const thing = (name: string): string => {
  const words = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase()
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
}

/** Who notices a change there. */
export const audience = ({ part }: Place): string =>
  part === 'payload' ? 'Subscribers' : 'Integrators'

/** A field as those know it who send it, or who read it: `` `quantity` of an order line ``. */
export const field = ({ part, field: path, ofComponent }: Place): string =>
  part === 'response' && ofComponent && ofComponent.field !== ''
    ? `\`${ofComponent.field}\` of ${thing(ofComponent.name)}`
    : `\`${path}\``

/** What holds a field: an order, or the answer as a whole. */
export const holder = ({ part, ofComponent }: Place): string => {
  if (part === 'request') return 'what they send'
  return ofComponent && part === 'response' ? thing(ofComponent.name) : 'it'
}

/** Values as a list for people: `` `A`, `B` and `C` ``. */
export const list = (values: readonly unknown[]): string => {
  const quoted = values.map((value) => `\`${value}\``)
  const last = quoted.pop() ?? ''
  return quoted.length > 0 ? `${quoted.join(', ')} and ${last}` : last
}

/** What is in the first list and not in the second. */
export const lost = (before: unknown, after: unknown): unknown[] => {
  const [from, to] = [before, after].map((values): unknown[] => [values ?? []].flat())
  return (from ?? []).filter((value) => !to?.includes(value))
}

/** Types as people call them. */
export const types = (value: unknown): string =>
  value === undefined ? 'anything' : [value].flat().join(' or ')
