import { inside, isBound, outside, written } from './bounds.ts'
import { audience, field, holder, list, lost, types } from './phrases.ts'
import type { Place } from './place.ts'
import type { Change } from './redocly-diff.ts'

type Values = { before: unknown; after: unknown; property: string; kind: Change['kind'] }
type Sentence = (place: Place, values: Values) => string | undefined

const within = (place: Place, name: unknown): Place => ({
  ...place,
  field: place.field === '' ? String(name) : `${place.field}.${name}`,
  ofComponent: place.ofComponent && {
    ...place.ofComponent,
    field: place.ofComponent.field === '' ? String(name) : `${place.ofComponent.field}.${name}`,
  },
})

const isSent = ({ part }: Place) => part === 'request' || part === 'parameter'

const constraint: Sentence = (place, { before, after, property }) => {
  const who = audience(place)
  if (isBound(property) && isSent(place)) {
    const until =
      before === undefined ? 'there was no such bound' : `the bound was ${written(before)}`
    return `${who} who send ${field(place)} ${outside(property, after)} will be refused; until now ${until}.`
  }
  if (isBound(property)) {
    const now = after === undefined ? 'that bound is gone' : `the bound is now ${written(after)}`
    return `${who} who count on ${field(place)} ${inside(property, before)} can no longer: ${now}.`
  }
  if (property === 'additionalProperties')
    return isSent(place)
      ? `${who} who send more than the document names will be refused.`
      : `${who} who take only what the document names will meet more in ${holder(place)}.`
  return isSent(place)
    ? `${who} who send what a new condition on ${place.field === '' ? 'the body' : field(place)} does not allow will be refused.`
    : undefined
}

const enumeration: Record<'added' | 'removed', Sentence> = {
  added: (place, { before, after }) => {
    const gained = lost(after, before)
    return gained.length > 0
      ? `${audience(place)} whose programs know every value of ${field(place)} will meet ${list(gained)}, which they do not know.`
      : `${audience(place)} whose programs know every value of ${field(place)} will meet values that they do not know.`
  },
  removed: (place, { before, after }) =>
    before === undefined
      ? `${audience(place)} who send anything but ${list([after].flat())} as ${field(place)} will be refused.`
      : `${audience(place)} who send ${list(lost(before, after))} as ${field(place)} will be refused: it is no longer a value.`,
}

/** What each rule of `redocly diff` means for those who call the API, as a product manager would say it. */
const sentences: Record<string, Sentence> = {
  'property-removed': (place, { before, property }) => {
    if (property === 'key')
      return `${audience(place)} who know ${field(place)} as \`${before}\` will no longer find it.`
    return isSent(place)
      ? `Integrators who send ${field(place)} will be refused: it is gone.`
      : `${audience(place)} who read ${field(place)} will no longer find it.`
  },
  'required-properties-added': (place, { before, after }) =>
    lost(after, before)
      .map(
        (name) =>
          `Integrators who leave out ${field(within(place, name))} will be refused: it is required from now on.`,
      )
      .join(' '),
  'required-properties-removed': (place, { before, after }) =>
    lost(before, after)
      .map(
        (name) =>
          `${audience(place)} who count on ${field(within(place, name))} always being there can no longer.`,
      )
      .join(' '),
  'schema-constraint-changed': constraint,
  'enum-values-added': enumeration.added,
  'enum-values-removed': enumeration.removed,
  'schema-type-changed': (place, { before, after }) =>
    isSent(place)
      ? `${audience(place)} who send ${field(place)} as ${types(lost(before, after))} will be refused: it must be ${types(after)}.`
      : `${audience(place)} who read ${field(place)} as ${types(before)} will also meet ${types(lost(after, before))}.`,
  'schema-combinator-changed': (place) =>
    isSent(place)
      ? `Integrators who send one of the shapes that ${field(place)} had will be refused.`
      : `${audience(place)} whose programs know every shape of ${place.field === '' ? 'this answer' : field(place)} will meet one that they do not know.`,
  'parameter-removed': ({ field: name }, { before, property }) =>
    `Integrators who send \`${property === 'name' ? before : name}\` are no longer understood: the parameter is gone.`,
  'parameter-became-required': ({ field: name }, { kind }) =>
    kind === 'added'
      ? `Integrators, all of them, will be refused until they send \`${name}\`: it is new, and required.`
      : `Integrators who leave out \`${name}\` will be refused: it is required from now on.`,
  'parameter-serialization-changed': ({ field: name }) =>
    `Integrators who send \`${name}\` the way they do are no longer understood: it is written otherwise now.`,
  'request-body-removed': () => 'Integrators who send a body are no longer understood.',
  'request-body-became-required': () => 'Integrators who send no body will be refused.',
  'operation-removed': ({ isEvent, name, summary }) =>
    isEvent
      ? `Subscribers of \`${name}\` will hear no more of it: the event is gone.`
      : `Integrators who ${summary.charAt(0).toLowerCase()}${summary.slice(1)} can no longer: the operation is gone.`,
  'operation-id-changed': (_, { before, after }) =>
    `Integrators whose clients are generated must change their programs: \`${before}\` is called \`${after}\` now.`,
  'parameter-renamed': (_, { before, after }) =>
    `Integrators whose clients are generated must change their programs: the parameter \`${before}\` is called \`${after}\` now.`,
  'default-changed': ({ field: name }, { before, after }) =>
    `Integrators who leave out \`${name}\` will be answered otherwise: it stood for ${before}, and now for ${after ?? 'nothing'}.`,
  'response-removed': ({ status }, { before, after, property }) =>
    property === 'key'
      ? `Integrators who wait for ${before} will get ${after} in its place.`
      : `Integrators who wait for ${status} will no longer get it.`,
  'response-header-removed': (place, { before, property }) =>
    `Integrators who read the header \`${property === 'key' ? before : place.field}\` will no longer find it.`,
  'media-type-removed': (place) =>
    isSent(place)
      ? 'Integrators who send the content type that they do will be refused.'
      : 'Integrators who read the answer as they do will get another content type.',
  'security-requirement-changed': () =>
    'Integrators who authenticate the way they do will be refused.',
  'security-scheme-changed': () =>
    'Integrators who authenticate the way they do may be refused: the scheme is another.',
  'server-removed': () =>
    'Integrators who call the address that they know will reach nothing there.',
}

/** What a broken rule means for those who call the API. What there are no words for is said as the tool says it. */
export const breakingSentence = (rule: string, message: string, place: Place, change: Change) => {
  const values = {
    before: change.base?.value,
    after: change.revision?.value,
    property: change.property ?? '',
    kind: change.kind,
  }
  return (
    sentences[rule]?.(place, values) ?? `${audience(place)} must change their programs: ${message}`
  )
}
