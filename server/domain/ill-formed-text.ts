import { fieldPath } from './field-path.ts'

/** The reason why a text with a lone surrogate is rejected (design decision 16). */
export const illFormedReason = 'must not contain a lone surrogate'

/** Returns the paths of the texts in a JSON value that contain lone surrogates, such as `shipTo.city`. */
export const illFormedFields = (value: unknown, path: readonly PropertyKey[] = []): string[] => {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [fieldPath(path)]
  if (typeof value !== 'object' || value === null) return []
  const steps = Array.isArray(value) ? value.entries() : Object.entries(value)
  return [...steps].flatMap(([step, each]) => illFormedFields(each, [...path, step]))
}
