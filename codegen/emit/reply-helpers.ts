import type { Helper } from './helpers.ts'

/** What checks lean on, by how it is called; a helper comes after those that it leans on. */
export const replyHelpers: readonly Helper[] = [
  [
    'broken(',
    `
function broken(at: string, expected: string, value: unknown): never {
  const given = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value
  throw new ReplyViolation(\`\${at} must be \${expected}, not \${given}\`)
}
`,
  ],
  [
    'string(',
    `const string = (value: unknown, at: string): string =>
  typeof value === 'string' ? value : broken(at, 'a string', value)
`,
  ],
  [
    'number(',
    `const number = (value: unknown, at: string): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : broken(at, 'a number', value)
`,
  ],
  [
    'integer(',
    `const integer = (value: unknown, at: string): number =>
  typeof value === 'number' && Number.isInteger(value) ? value : broken(at, 'an integer', value)
`,
  ],
  [
    'boolean(',
    `const boolean = (value: unknown, at: string): boolean =>
  typeof value === 'boolean' ? value : broken(at, 'a boolean', value)
`,
  ],
  [
    'within(',
    `const within = (value: number, least: number, most: number, at: string): number =>
  value >= least && value <= most ? value : broken(at, \`\${least} to \${most}\`, value)
`,
  ],
  [
    'between(',
    `const between = (value: number, above: number, below: number, at: string): number =>
  value > above && value < below ? value : broken(at, \`between \${above} and \${below}\`, value)
`,
  ],
  [
    'sized(',
    `const sized = (value: string, least: number, most: number, at: string): string => {
  // A code point is one or two units: mostly the units alone tell.
  const { length: units } = value
  if (units >= 2 * least - 1 && units <= most) return value
  let length = 0
  for (const _ of value) length++
  return length >= least && length <= most ? value : broken(at, \`\${least} to \${most} characters long\`, value)
}
`,
  ],
  [
    'matching(',
    `const matching = (value: string, pattern: RegExp, at: string): string =>
  pattern.test(value) ? value : broken(at, \`like \${pattern.source}\`, value)
`,
  ],
  [
    'oneOf(',
    `const oneOf = <const T>(value: unknown, allowed: readonly T[], at: string): T => {
  for (const each of allowed) if (each === value) return each
  return broken(at, \`one of \${JSON.stringify(allowed)}\`, value)
}
`,
  ],
  [
    'isObject(',
    `const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
`,
  ],
  [
    'object(',
    `const object = (value: unknown, at: string): Record<string, unknown> =>
  isObject(value) ? value : broken(at, 'an object', value)
`,
  ],
  [
    'has(',
    'const has = (value: unknown, name: string): boolean => isObject(value) && name in value\n',
  ],
  [
    'there(',
    `const there = (value: unknown, at: string): unknown =>
  value === undefined ? broken(at, 'there', value) : value
`,
  ],
  [
    'list(',
    `const list = <T>(value: unknown, item: (value: unknown) => T, least: number, most: number, at: string): T[] => {
  if (!Array.isArray(value)) return broken(at, 'an array', value)
  if (value.length < least || value.length > most) return broken(at, \`\${least} to \${most} items long\`, value)
  const copy: T[] = []
  for (let i = 0; i < value.length; i++) copy.push(item(value[i]))
  return copy
}
`,
  ],
  [
    'record(',
    `const record = <T>(value: unknown, item: (value: unknown) => T, at: string): { [name: string]: T } =>
  Object.fromEntries(Object.entries(object(value, at)).map(([name, each]) => [name, item(each)]))
`,
  ],
  [
    'either(',
    `const either = <A, B>(first: () => A, second: () => B): A | B => {
  try {
    return first()
  } catch {
    return second()
  }
}
`,
  ],
]
