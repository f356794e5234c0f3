/** A name as one step of a JSON pointer (RFC 6901 §3). */
export const escapePointer = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Returns the names in a JSON pointer such as `#/paths/~1orders`. */
export const steps = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Returns a property or an item of a JSON value, or undefined. */
export const stepInto = (value: unknown, step: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? Reflect.get(value, step)
    : undefined

/** Returns the value at a JSON pointer of a document, or undefined. */
export const at = (document: unknown, pointer: string): unknown =>
  steps(pointer).reduce<unknown>(stepInto, document)
