import { z } from 'zod'
import { isBound, written } from './bounds.ts'
import { field, list, lost, thing, types } from './phrases.ts'
import type { Place } from './place.ts'
import type { Change } from './redocly-diff.ts'

/** What an addition is, and the word by which the changelog must name it. */
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
  if (part === 'request') return `\`${path}\` may be sent.`
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
  if (typeName === 'Parameter') return { sentence: `\`${path}\` may be sent.`, subject: path }
  if (typeName === 'Response' && status)
    return { sentence: `\`${operationId}\` may answer ${status}.`, subject: status }
  if (typeName === 'Header') return { sentence: `The header \`${path}\` is new.`, subject: path }
  if (typeName === 'Schema' && path !== '')
    return { sentence: newField(place), subject: last(path) }
  return undefined
}

/** What a program that reads or sends may now rely on, or do. */
const loosened = (change: Change, place: Place): string | undefined => {
  const [before, after] = [change.base?.value, change.revision?.value]
  const { property = '' } = change
  if (isBound(property))
    return after === undefined
      ? `${field(place)} has no bound \`${property}\` any more; it was ${written(before)}.`
      : `The bound \`${property}\` of ${field(place)} is ${written(after)}${before === undefined ? '' : `; it was ${written(before)}`}.`
  if (property === 'type') return `${field(place)} is ${types(after)}; it was ${types(before)}.`
  if (property !== 'enum') return undefined
  if (before === undefined)
    return `${field(place)} will never be anything but ${list([after].flat())}.`
  const [gained, gone] = [lost(after, before), lost(before, after)]
  return gained.length > 0
    ? `${list(gained)} may be sent as ${field(place)}.`
    : `${field(place)} will never be ${list(gone)} again.`
}

/** What a change adds to the contract without breaking anybody. */
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
