import type { Read } from './check.ts'
import { pairSorter, pairsIn } from './pairs.ts'
import { type Parameter, percentDecoded, type Reading, readValid } from './readings.ts'

export type FormFields = {
  fields?: readonly Parameter[]
  /** The fields of other names, where the schema describes them. */
  others?: Reading
}

/**
 * Reads an urlencoded form, and checks it.
 * @returns undefined if it has too many fields.
 */
export const readForm = (
  text: string,
  form: FormFields,
  check: (values: Record<string, unknown>) => Read<unknown>,
): Read<unknown> | undefined => {
  const pairs = pairsIn(text)
  if (!pairs) return undefined
  const { fields = [] } = form
  const raw = pairSorter(fields, true)(pairs)
  const names = Object.keys(raw)
  const known = [...fields, ...otherFields(form, names)]
  const rest = names
    .filter((name) => !known.some((each) => each.name === name))
    .map((name) => [name, onlyOrAll(raw[name]?.texts.map(percentDecoded) ?? [])])
  return readValid(known, raw, percentDecoded, (values) =>
    check({ ...Object.fromEntries(rest), ...values }),
  )
}

/** Returns the declarations of fields that are not declared by their names. */
export const otherFields = (
  { fields = [], others }: FormFields,
  names: readonly string[],
): Parameter[] =>
  names.flatMap((name) =>
    others && !fields.some((each) => each.name === name)
      ? [{ ...others, name, style: 'form', explode: true }]
      : [],
  )

/** Returns the only value of a field that is not declared, or all of them. */
export const onlyOrAll = <T>(values: readonly T[]): T | readonly T[] | undefined =>
  values.length > 1 ? values : values[0]
