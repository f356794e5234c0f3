const reserved = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval
  export extends false finally for function if implements import in instanceof interface let new
  null package private protected public return static super switch this throw true try typeof
  undefined var void while with yield`.split(/\s+/),
)

// Identifiers of the emitted files. A component named Error must not hide the global one.
const taken = new Set(
  `Array Boolean Error Infinity JSON Number Object Promise RegExp Record Extract Exclude String S
  OperationId Reply components operations paths webhooks schemas replies payloads endpoints implement
  z check value o body payload`.split(/\s+/),
)

/** Returns a component's name as an identifier: `Order.Line` becomes `Order_Line`, `Error` becomes `Error_`. */
export const identifier = (name: string): string => {
  const plain = name.replaceAll(/[^\p{ID_Continue}$]/gu, '_').replace(/^(?![\p{ID_Start}_$])/u, '_')
  return taken.has(plain) || reserved.has(plain) ? `${plain}_` : plain
}

/** Returns whether a name is an identifier, in any script (ECMA-262 §12.7). */
export const isIdentifier = (name: string): boolean =>
  /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name)

/** Returns whether an operationId can be the name of a constant and of a method. */
export const isOperationId = (id: string): boolean =>
  isIdentifier(id) && !reserved.has(id) && !['createRoute', 'schemas', '__proto__'].includes(id)

/** Returns words as an identifier: `meta/root-get` becomes `metaRootGet`. */
export const camelCase = (words: string): string => {
  const [first = '', ...rest] = words
    .split(/(?:[^\p{ID_Continue}]|_)+/u)
    .filter((word) => word !== '')
  const name =
    first.charAt(0).toLowerCase() +
    first.slice(1) +
    rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return isOperationId(name) ? name : `_${name}`
}

/** Returns a name, with a number if it is taken. */
export const freeName = (name: string, taken: { has(name: string): boolean }): string => {
  let free = name
  const separator = /[0-9]$/.test(name) ? '_' : ''
  for (let i = 2; taken.has(free); i++) free = `${name}${separator}${i}`
  return free
}

/** Returns a property key for an object literal or type. */
export const key = (name: string): string => {
  if (name === '__proto__') return '["__proto__"]'
  return isIdentifier(name) ? name : JSON.stringify(name)
}

/** Returns the name that another is most likely meant to be: one or two letters differ, three of a long one, or capitals. */
export const misspelt = (name: string, known: Iterable<string>): string | undefined =>
  [...known].find((each) => isNear(name.toLowerCase(), each.toLowerCase()))

function isNear(a: string, b: string): boolean {
  const length = Math.max(a.length, b.length)
  let start = 0
  while (start < length && a[start] === b[start]) start++
  let end = 0
  while (end < length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return start + end > 0 && start + end >= length - (length > 8 ? 3 : 2)
}
