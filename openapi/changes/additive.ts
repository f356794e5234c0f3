import { z } from 'zod'
import { field, isBound, list, lost, thing, types, written } from './phrases.ts'
import type { Place } from './place.ts'
import type { Change } from './redocly-diff.ts'

/** An addition to the contract, and the name that the changelog must mention. */
export type Addition = { sentence: string; subject: string }

const Deprecation = z.object({ since: z.string(), sunset: z.string().optional() })

const last = (path: string): string => path.split('.').at(-1)?.replaceAll('[]', '') ?? path

const deprecated = ({ operationId, summary, deprecation }: Place): Addition => {
  const { success, data } = Deprecation.safeParse(deprecation)
  const when = success ? ` since ${data.since}` : ''
  const end = success && data.sunset ? ` and ends on ${data.sunset}` : ''
  return {
    sentence: `\`${operationId}\` (${summary}) is deprecated${when}${end}.`,
    subject: operationId,
  }
}

const newField = (place: Place): string => {
  const { part, field: path, ofComponent } = place
  if (part === 'request') return `\`${path}\` can be sent.`
  return part === 'response' && ofComponent
    ? `\`${ofComponent.field}\` is new in ${thing(ofComponent.name)}.`
    : `\`${path}\` is new.`
}

const added = ({ typeName }: Change, place: Place): Addition | undefined => {
  const { name, summary, operationId, isEvent, status, field: path } = place
  if (typeName === 'Operation')
    return isEvent
      ? { sentence: `\`${name}\` is a new event.`, subject: name }
      : { sentence: `\`${operationId}\` is a new operation: ${summary}.`, subject: operationId }
  if (typeName === 'Parameter') return { sentence: `\`${path}\` can be sent.`, subject: path }
  if (typeName === 'Response' && status)
    return { sentence: `\`${operationId}\` can return ${status}.`, subject: status }
  if (typeName === 'Header') return { sentence: `The header \`${path}\` is new.`, subject: path }
  if (typeName === 'LinksMap')
    return {
      sentence: `\`${operationId}\` ${status} links to the next operations.`,
      subject: operationId,
    }
  if (typeName === 'Schema' && path !== '')
    return { sentence: newField(place), subject: last(path) }
  return undefined
}

/** Describes a loosened request bound or a tightened response bound. */
const loosened = (change: Change, place: Place): string | undefined => {
  const [before, after] = [change.base?.value, change.revision?.value]
  const { property = '' } = change
  if (isBound(property))
    return after === undefined
      ? `${field(place)} no longer has the bound \`${property}\`; it was ${written(before)}.`
      : `The bound \`${property}\` of ${field(place)} is ${written(after)}${before === undefined ? '' : `; it was ${written(before)}`}.`
  if (property === 'type') return `${field(place)} is ${types(after)}; it was ${types(before)}.`
  if (property !== 'enum') return undefined
  if (before === undefined) return `${field(place)} is now always one of ${list([after].flat())}.`
  const [gained, gone] = [lost(after, before), lost(before, after)]
  return gained.length > 0
    ? `${list(gained)} can be sent as ${field(place)}.`
    : `${field(place)} is no longer ${list(gone)}.`
}

/** Describes a change that adds to the contract without breaking a client. */
export const addition = (change: Change, place: Place): Addition => {
  const { kind, property, path } = change
  if (property === 'deprecated' || path.includes('x-deprecation')) return deprecated(place)
  const known = kind === 'added' ? added(change, place) : undefined
  if (known) return known
  const subject = place.field === '' ? place.operationId : last(place.field)
  const sentence = kind === 'modified' ? loosened(change, place) : undefined
  if (sentence) return { sentence, subject }
  const what = property ?? path.split('/').slice(-2).join(' ').replaceAll('~1', '/')
  const of = place.field === '' ? place.operationId : place.field
  return {
    sentence: `\`${what}\` of ${of === '' ? 'the document' : `\`${of}\``} was ${kind}.`,
    subject: subject === '' ? what : subject,
  }
}
