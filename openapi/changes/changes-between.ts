import { z } from 'zod'
import { methods } from '../../codegen/model/document.ts'
import { at } from '../../codegen/model/pointer.ts'
import { addition } from './additive.ts'
import { breakingSentence } from './breaking.ts'
import { patternChange } from './pattern-change.ts'
import { isSent, lost } from './phrases.ts'
import { type Place, placeOf } from './place.ts'
import { type Change, compare } from './redocly-diff.ts'

/** A change as it is reported to integrators and subscribers, with the places where it occurs. */
export type Finding = {
  kind: 'breaking' | 'ended' | 'additive'
  sentence: string
  /** Operations and events, such as `List orders (GET /v1/orders/list)`. */
  places: string[]
  /** The name that the changelog must mention. */
  subject: string
}

const Ends = z.object({ sunset: z.iso.date() })

/** Splits an added or removed path into its operations. A renamed path parameter is reported on its own. */
const byOperation = (change: Change): Change[] => {
  const { typeName, kind, path, base, revision, verdicts } = change
  if (typeName !== 'PathItem') return [change]
  if (kind === 'modified') return verdicts.length > 0 ? [change] : []
  const item = (kind === 'added' ? revision : base)?.value
  const present = methods.filter((method) => at(item, `#/${method}`) !== undefined)
  return present.map((method) => ({
    ...change,
    path: `${path}/${method}`,
    typeName: 'Operation',
    verdicts: kind === 'removed' ? [{ ruleId: 'operation-removed', message: path }] : [],
  }))
}

/** Returns a rule of our own for changes that break clients but that `redocly diff` accepts. */
const ownRule = ({ typeName, property, kind, path }: Change): string | undefined => {
  if (kind !== 'modified') return undefined
  if (typeName === 'Parameter' && property === 'name') return 'parameter-renamed'
  return property === 'default' && path.includes('/parameters/') ? 'default-changed' : undefined
}

const describe = ({ name, summary, part, isEvent }: Place): string => {
  if (part === 'document') return 'every operation'
  return isEvent || summary === '' ? name : `${summary} (${name})`
}

const judge = (change: Change, place: Place, today: string): Omit<Finding, 'places'>[] => {
  const rules = change.verdicts.map(({ ruleId, message }) => ({ ruleId, message }))
  const own = rules.length === 0 ? ownRule(change) : undefined
  if (own) rules.push({ ruleId: own, message: '' })
  if (rules.length === 0 || (patternChange(change) === 'wider' && isSent(place)))
    return [{ kind: 'additive', ...addition(change, place) }]
  const ends = Ends.safeParse(place.deprecation)
  const isOver = ends.success && ends.data.sunset <= today
  return rules.map(({ ruleId, message }) =>
    ruleId === 'operation-removed' && isOver
      ? {
          kind: 'ended',
          sentence: `\`${place.operationId}\` has ended, as announced for ${ends.data.sunset}.`,
          subject: place.operationId,
        }
      : {
          kind: 'breaking',
          sentence: breakingSentence(ruleId, message, place, change),
          subject: place.operationId,
        },
  )
}

/** Returns the names of fields that were added to a schema or removed from it. */
const moved = (schema: Change, all: readonly Change[]): string[] => {
  const from = `${schema.path}/properties/`
  return all
    .filter(({ path, kind }) => kind !== 'modified' && path.startsWith(from))
    .map(({ path }) => path.slice(from.length))
}

/**
 * Removes added and removed fields from a change of `required`, because those fields have a change of
 * their own. A new required request field is kept: there, `required` is what breaks clients.
 */
const withoutMovedFields = (change: Change, all: readonly Change[]): Change[] => {
  const { property, base, revision, verdicts } = change
  if (property !== 'required' || change.typeName !== 'Schema') return [change]
  if (verdicts.some(({ ruleId }) => ruleId === 'required-properties-added')) return [change]
  const names = moved(change, all)
  const [before, after] = [base?.value, revision?.value].map((list) => lost(list, names))
  if (lost(before, after).length === 0 && lost(after, before).length === 0) return []
  return [
    {
      ...change,
      base: { pointer: base?.pointer ?? '', value: before },
      revision: { pointer: revision?.pointer ?? '', value: after },
    },
  ]
}

/**
 * Returns the changes between two bundled documents, each once, with all places where it occurs.
 * Changes of texts and of extensions that only tools read are left out.
 * @param today the date, such as `2026-11-20`. An operation can be removed from its sunset date on.
 */
export const changesBetween = (base: unknown, revision: unknown, today: string): Finding[] => {
  const { before, after, changes: all } = compare(base, revision)
  const changes = all
    .filter((change) => patternChange(change) !== 'same')
    .flatMap((change, _, each) => withoutMovedFields(change, each))
    .flatMap(byOperation)
  const findings = new Map<string, Finding>()
  for (const change of changes) {
    const place =
      change.kind === 'removed' ? placeOf(before, change.path) : placeOf(after, change.path)
    for (const finding of judge(change, place, today)) {
      const known = findings.get(finding.sentence) ?? { ...finding, places: [] }
      const where = describe(place)
      if (!known.places.includes(where)) known.places.push(where)
      findings.set(finding.sentence, known)
    }
  }
  return [...findings.values()]
}
