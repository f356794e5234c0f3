/**
 * An id that is put into a path.
 * @throws {TypeError} for what would make it another path: nothing at all, or dots.
 */
export const pathId = (id: string): string => {
  if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return id
  throw new TypeError(`An id cannot be ${JSON.stringify(id)}`)
}
