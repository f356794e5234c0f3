import {
  audience,
  field,
  holder,
  inside,
  isBound,
  isSent,
  list,
  lost,
  outside,
  types,
  written,
} from './phrases.ts'
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

const constraint: Sentence = (place, { before, after, property }) => {
  const who = audience(place)
  if (isBound(property) && isSent(place)) {
    const previous =
      before === undefined ? 'There was no such bound before' : `The bound was ${written(before)}`
    return `Requests with ${field(place)} ${outside(property, after)} will be rejected. ${previous}.`
  }
  if (isBound(property)) {
    const now = after === undefined ? 'the bound was removed' : `the bound is now ${written(after)}`
    return `${who} can no longer rely on ${field(place)} ${inside(property, before)}: ${now}.`
  }
  if (property === 'additionalProperties')
    return isSent(place)
      ? 'Requests with undocumented properties will be rejected.'
      : `${who} will receive undocumented properties in ${holder(place)}.`
  return isSent(place)
    ? `Requests that violate a new condition on ${place.field === '' ? 'the body' : field(place)} will be rejected.`
    : undefined
}

const enumeration: Record<'added' | 'removed', Sentence> = {
  added: (place, { before, after }) => {
    const gained = lost(after, before)
    return gained.length > 0
      ? `${audience(place)} will receive new values of ${field(place)}: ${list(gained)}.`
      : `${audience(place)} will receive undocumented values of ${field(place)}.`
  },
  removed: (place, { before, after }) =>
    before === undefined
      ? `Requests with ${field(place)} other than ${list([after].flat())} will be rejected.`
      : `Requests with ${list(lost(before, after))} as ${field(place)} will be rejected: the value was removed.`,
}

/** By rule of `redocly diff`: what a violation means for API clients and subscribers. */
const sentences: Record<string, Sentence> = {
  'property-removed': (place, { before, property }) => {
    if (property === 'key')
      return `${audience(place)} can no longer use ${field(place)} as \`${before}\`: the field was renamed.`
    return isSent(place)
      ? `Integrators can no longer send ${field(place)}: the field was removed.`
      : `${audience(place)} can no longer read ${field(place)}: the field was removed.`
  },
  'required-properties-added': (place, { before, after }) =>
    lost(after, before)
      .map(
        (name) =>
          `Requests without ${field(within(place, name))} will be rejected: the field is now required.`,
      )
      .join(' '),
  'required-properties-removed': (place, { before, after }) =>
    lost(before, after)
      .map(
        (name) =>
          `${audience(place)} can no longer rely on ${field(within(place, name))} being present.`,
      )
      .join(' '),
  'schema-constraint-changed': constraint,
  'enum-values-added': enumeration.added,
  'enum-values-removed': enumeration.removed,
  'schema-type-changed': (place, { before, after }) =>
    isSent(place)
      ? `Requests with ${field(place)} as ${types(lost(before, after))} will be rejected: it must be ${types(after)}.`
      : `${audience(place)} who read ${field(place)} as ${types(before)} will also receive ${types(lost(after, before))}.`,
  'schema-combinator-changed': (place) =>
    isSent(place)
      ? `Requests with a removed shape of ${field(place)} will be rejected.`
      : `${audience(place)} will receive a new shape of ${place.field === '' ? 'this response' : field(place)}.`,
  'parameter-removed': ({ field: name }, { before, property }) =>
    `Integrators can no longer send \`${property === 'name' ? before : name}\`: the parameter was removed.`,
  'parameter-became-required': ({ field: name }, { kind }) =>
    kind === 'added'
      ? `All requests without \`${name}\` will be rejected: the parameter is new and required.`
      : `Requests without \`${name}\` will be rejected: the parameter is now required.`,
  'parameter-serialization-changed': ({ field: name }) =>
    `Integrators must encode \`${name}\` differently.`,
  'request-body-removed': () => 'Integrators can no longer send a request body.',
  'request-body-became-required': () => 'Requests without a body will be rejected.',
  'operation-removed': ({ isEvent, name, summary }) =>
    isEvent
      ? `Subscribers will no longer receive \`${name}\`: the event was removed.`
      : `Integrators can no longer ${summary.charAt(0).toLowerCase()}${summary.slice(1)}: the operation was removed.`,
  'operation-id-changed': (_, { before, after }) =>
    `Users of generated clients must change their code: \`${before}\` was renamed to \`${after}\`.`,
  'parameter-renamed': (_, { before, after }) =>
    `Users of generated clients must change their code: the parameter \`${before}\` was renamed to \`${after}\`.`,
  'default-changed': ({ field: name }, { before, after }) =>
    `Requests without \`${name}\` will get another response: the default was ${before} and is now ${after ?? 'unset'}.`,
  'response-removed': ({ status }, { before, after, property }) =>
    property === 'key'
      ? `Integrators will receive ${after} instead of ${before}.`
      : `Integrators will no longer receive ${status}.`,
  'response-header-removed': (place, { before, property }) =>
    `Integrators can no longer read the header \`${property === 'key' ? before : place.field}\`: it was removed.`,
  'media-type-removed': (place) =>
    isSent(place)
      ? 'Requests with the current content type will be rejected.'
      : 'Responses will have another content type.',
  'security-requirement-changed': () =>
    'Requests with the current authentication will be rejected.',
  'security-scheme-changed': () =>
    'Requests with the current authentication may be rejected: the security scheme changed.',
  'server-removed': () => 'Requests to the current base URL will fail: the server was removed.',
}

/** Describes what a violated rule means for API clients. An unknown rule gets the tool's own message. */
export const breakingSentence = (rule: string, message: string, place: Place, change: Change) => {
  const values = {
    before: change.base?.value,
    after: change.revision?.value,
    property: change.property ?? '',
    kind: change.kind,
  }
  return sentences[rule]?.(place, values) ?? `${audience(place)} must change their code: ${message}`
}
