import type { Operation } from '../model/model.ts'
import { text } from '../schema/keyword-checks.ts'

/**
 * A module that imports the files that its code uses. Projects may reject unused imports. `S` are the
 * types of the component schemas.
 */
export class Module {
  readonly #root: string
  readonly #files = new Set<FileName>()
  readonly #types = new Set<TypeName>()

  /** @param root the path from the module to the layer's folder. */
  constructor(root = './') {
    this.#root = root
  }

  /** Imports a file. Returns its name. */
  readonly use = (name: FileName): string => {
    this.#files.add(name)
    return name
  }

  /** Imports the names in a type. Returns its code. */
  type({ code, names }: Type): string {
    for (const name of names) this.#types.add(name)
    return code
  }

  /** Imports the imports of another module, whose code becomes a part of this one. */
  include(other: Module): void {
    for (const name of other.#files) this.#files.add(name)
    for (const name of other.#types) this.#types.add(name)
  }

  of(code: string, imports: Imports = {}): string {
    if (code.trim() === '') return `${banner}\nexport {}\n`
    const types = [...this.#types].filter((name) => name !== 'check').toSorted()
    const own: Imports = {
      ...(this.#types.has('check') ? { [`${this.#root}check.ts`]: 'type * as check' } : {}),
      ...Object.fromEntries([...this.#files].map((name) => this.#import(name))),
      ...(types.length > 0 ? { [`${this.#root}types.ts`]: `type { ${types.join(', ')} }` } : {}),
    }
    const statements = Object.entries({ ...imports, ...own })
      .toSorted(([a], [b]) => Number(isOfLayer(a)) - Number(isOfLayer(b)) || (a < b ? -1 : 1))
      .map(([from, names]) => `import ${names} from '${from}'`)
    if (types.includes('components')) statements.push("\ntype S = components['schemas']")
    return [banner, ...statements, '', code.trimStart()].join('\n')
  }

  #import(name: FileName): readonly [from: string, names: string] {
    const [from, names] = files[name]
    const isOfRoot = from.endsWith('.ts') && !isOfLayer(from)
    return [isOfRoot ? `${this.#root}${from}` : from, names]
  }
}

/** A type as code, and the names of other files in it. */
export type Type = { code: string; names: readonly TypeName[] }

type TypeName = 'check' | 'components' | 'forms' | 'operations' | 'paths' | 'Readable' | 'Writable'

export const asType = (code: string, ...names: TypeName[]): Type => ({ code, names })

/** The imports that code uses, by their names: files of the layer's folder, those of the module's own, and packages. */
const files = {
  bodies: ['bodies.ts', '* as bodies'],
  check: ['check.ts', '* as check'],
  checks: ['checks.ts', '* as checks'],
  outline: ['outline.ts', '* as outline'],
  mediaTypes: ['media-types.ts', '* as mediaTypes'],
  parameters: ['parameters.ts', '* as parameters'],
  requests: ['requests.ts', '{ requests }'],
  security: ['security.ts', '* as security'],
  send: ['send-reply.ts', '* as send'],
  schemas: ['./schemas.ts', '* as schemas'],
  z: ['zod', '{ z }'],
  zodChecks: ['./schema-checks.ts', '* as zodChecks'],
} as const

export type FileName = keyof typeof files

/** What a module imports: where from, and the names as code. */
type Imports = Readonly<Record<string, string>>

const isOfLayer = (from: string): boolean => from.startsWith('.')

export const banner = '// Generated from the OpenAPI document. Do not edit.\n'

/** Returns an object literal of the fields that have code. */
export const objectOf = (fields: Readonly<Record<string, string | false | undefined>>): string => {
  const entries = Object.entries(fields).flatMap(([name, code]) => (code ? `${name}: ${code}` : []))
  return `{ ${entries.join(', ')} }`
}

export const listOf = (values: readonly unknown[]): string | undefined =>
  values.length > 0 ? text(values) : undefined

/**
 * Returns a constant that is an object.
 * @param head its name, and its type if it has one.
 */
export const tableOf = (doc: string, head: string, members: readonly string[]): string =>
  `\n/** ${doc} */\nexport const ${head} = {\n${members.join(',\n')}\n}\n`

export const docComment = (text: string): string =>
  `/** ${text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('*/', '*\\/')
    .trim()} */`

/** Returns a documentation comment for an operation: `` `GET /v1/orders/list`: List orders ``. */
export const operationDoc = ({ method, path, summary }: Operation): string =>
  docComment(`\`${method.toUpperCase()} ${path}\`${summary ? `: ${summary}` : ''}`)

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
