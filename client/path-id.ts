/**
 * Checks an id that becomes a part of the path.
 * @throws {TypeError} for an empty id and for dots, which would change the path.
 */
export const pathId = (id: string): string => {
  if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return id
  throw new TypeError(`The id must not be ${JSON.stringify(id)}`)
}
