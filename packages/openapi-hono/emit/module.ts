import type { Operation } from '../model/model.ts'

/** The first line of every generated TypeScript file. */
export const banner = '// Generated from the OpenAPI document. Do not edit.\n'

export const text = (value: unknown): string => JSON.stringify(value)

/** Returns an object literal of the fields that have code. */
export const objectOf = (fields: Readonly<Record<string, string | false | undefined>>): string => {
  const entries = Object.entries(fields).flatMap(([name, code]) => (code ? `${name}: ${code}` : []))
  return `{ ${entries.join(', ')} }`
}

/** Returns a list as code, or undefined if it is empty. */
export const listOf = (values: readonly unknown[]): string | undefined =>
  values.length > 0 ? text(values) : undefined

/**
 * Returns a constant that is an object.
 * @param head its name, and its type if it has one.
 */
export const tableOf = (doc: string, head: string, members: readonly string[]): string =>
  `\n/** ${doc} */\nexport const ${head} = {\n${members.join(',\n')}\n}\n`

/** Returns a documentation comment on one line. */
export const docComment = (text: string): string =>
  `/** ${text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('*/', '*\\/')
    .trim()} */`

/** Returns a documentation comment for an operation: `` `GET /v1/orders/list`: List orders ``. */
export const operationDoc = ({ method, path, summary }: Operation): string =>
  docComment(`\`${method.toUpperCase()} ${path}\`${summary ? `: ${summary}` : ''}`)

/** Emitted code without comments, strings and patterns: texts of the document may look like code. */
const withoutTexts = (code: string): string =>
  code.replaceAll(/\/\*\*.*?\*\//gs, '').replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')

/**
 * Returns a module. It imports what its code uses of `check.ts`, `checks.ts`, `requests.ts` and
 * `types.ts`, where `S` are the types of the component schemas.
 * @param imports its other import statements.
 */
export const moduleOf = (code: string, ...imports: string[]): string => {
  const plain = withoutTexts(code)
  const uses = (name: string) => new RegExp(`\\b${name}\\b[[<>]`).test(plain)
  const types = ['operations', 'paths', 'Readable', 'webhooks', 'Writable'].filter(uses)
  if (uses('S')) types.push('components')
  const isOfPackage = (statement: string) => !statement.includes("'./")
  const fileOf = (statement: string) => statement.slice(statement.indexOf("'./"))
  const statements = [
    ...imports.filter(isOfPackage),
    ...(/\bcheck\./.test(plain)
      ? [`import ${/\bcheck\.[a-z]/.test(plain) ? '' : 'type '}* as check from './check.ts'`]
      : []),
    ...(/\bchecks\./.test(plain) ? ["import * as checks from './checks.ts'"] : []),
    ...imports
      .filter((each) => !isOfPackage(each))
      .toSorted((a, b) => (fileOf(a) < fileOf(b) ? -1 : 1)),
    ...(/: requests\./.test(plain) ? ["import { requests } from './requests.ts'"] : []),
    ...(types.length > 0
      ? [`import type { ${types.toSorted().join(', ')} } from './types.ts'`]
      : []),
    ...(uses('S') ? ["\ntype S = components['schemas']"] : []),
  ]
  const all = [banner, ...statements, '', code.trimStart()]
  return code.trim() === '' ? `${banner}\nexport {}\n` : all.join('\n')
}

/** Strings and comments: their brackets count for nothing. */
const texts =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*|\/\*.*?(?:\*\/|$)|^ \*.*/g

const count = (code: string, brackets: RegExp): number => code.match(brackets)?.length ?? 0

/** Indents emitted code by its brackets. Line breaks stay as they are. */
export const indented = (code: string): string => {
  // The number of brackets that each level closes: those that one line opens are one level.
  const levels: number[] = []
  const indent = (line: string): string => {
    const plain = line.replaceAll(texts, '')
    const net = count(plain, /[([{]/g) - count(plain, /[)\]}]/g)
    for (let closed = -net; closed > 0; ) closed -= levels.pop() ?? closed
    const own = levels.length - Number(net >= 0 && /^[)\]}]/.test(plain))
    if (net > 0) levels.push(net)
    return line === '' || line.startsWith(' ') ? line : `${'  '.repeat(Math.max(own, 0))}${line}`
  }
  return code.split('\n').map(indent).join('\n')
}
