/** Returns whether a value is a JSON object. */
export const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether a value can be a schema. */
const isSchema = (value: unknown): value is boolean | object =>
  typeof value === 'boolean' || isObject(value)

const types = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object']

const isTypeName = (value: unknown): value is string => types.some((type) => type === value)

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)
const isString = (value: unknown): value is string => typeof value === 'string'
const isListOf =
  <T>(is: (value: unknown) => value is T) =>
  (value: unknown): value is T[] =>
    Array.isArray(value) && value.every(is)
const isMapOf =
  <T>(is: (value: unknown) => value is T) =>
  (value: unknown): value is Record<string, T> =>
    isObject(value) && Object.values(value).every(is)

/** The forms that the value of a keyword can have. */
export const forms = {
  anything: (_: unknown): _ is unknown => true,
  number: isNumber,
  'positive number': (value: unknown): value is number => isNumber(value) && value > 0,
  count: (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0,
  boolean: (value: unknown): value is boolean => typeof value === 'boolean',
  string: isString,
  strings: isListOf(isString),
  'lists of strings': isMapOf(isListOf(isString)),
  list: (value: unknown): value is unknown[] => Array.isArray(value),
  types: (value: unknown): value is string | string[] =>
    isTypeName(value) || isListOf(isTypeName)(value),
  schema: isSchema,
  schemas: isListOf(isSchema),
  'map of schemas': isMapOf(isSchema),
} as const

export type Form = keyof typeof forms

/** The type of the values of a form. */
export type Formed<F extends Form> = (typeof forms)[F] extends (value: unknown) => value is infer T
  ? T
  : never
