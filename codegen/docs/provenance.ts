import { isPart, mapParts, type Part } from './map-parts.ts'

const designed = 'designed: '

/** Splits a provenance: a section, or `designed` and the reason. */
const read = (provenance: string): { mark: string; isDesigned: boolean; reason: string } =>
  provenance.startsWith(designed)
    ? { mark: 'designed', isDesigned: true, reason: provenance.slice(designed.length) }
    : { mark: provenance, isDesigned: false, reason: '' }

const described = ({ description = '' }: Part, ...added: string[]): string =>
  [String(description).trim(), ...added].join(' ').trim()

/** Returns the reason as HTML. */
const because = (reason: string): string =>
  reason && `<span class="because">because ${reason}</span>`

/** Adds a badge, and the reason to the description. */
const besideName = (part: Part, provenance: string): Part => {
  const { mark, isDesigned, reason } = read(provenance)
  const badges = [{ name: mark, color: isDesigned ? 'orange' : 'grey' }]
  return {
    ...part,
    'x-badges': badges,
    ...(isDesigned ? { description: described(part, because(reason)) } : {}),
  }
}

/** Adds the badge to the description, because Redoc shows no badges on responses. */
const inDescription = (part: Part, provenance: string): Part => {
  const { mark, isDesigned, reason } = read(provenance)
  const badge = `<span class="provenance${isDesigned ? ' designed' : ''}">${mark}</span>`
  return { ...part, description: described(part, badge, because(reason)) }
}

const shown = (part: Part, listedUnder: string): Part => {
  const { 'x-provenance': provenance, ...rest } = part
  if (typeof provenance !== 'string') return part
  if (listedUnder === 'responses') return inDescription(rest, provenance)
  const { description, schema } = rest
  return listedUnder === 'headers' && isPart(schema)
    ? { ...rest, schema: besideName({ ...schema, description }, provenance) }
    : besideName(rest, provenance)
}

/** Replaces `x-provenance` by what the page shows: a badge with the section, or `designed` and the reason. */
export const withProvenanceShown = (document: unknown): unknown => mapParts(document, shown)
