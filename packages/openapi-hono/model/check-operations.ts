import { own } from '../runtime/check.ts'
import type { Document, SecurityScheme } from './document.ts'
import type { Report } from './findings.ts'
import { type At, escapePointer, follower } from './pointer.ts'

type Route = { id: string; method: string; path: string; basePaths: readonly string[] }

/** Reports paths, and methods of paths, that no request reaches as the document writes them. */
export const checkPaths = (operations: readonly Route[], report: Report): void => {
  const warn: Warn = (path, message, kind) =>
    report('warning', message, `#/paths/${escapePointer(path)}`, kind)
  const paths = new Set(operations.map((each) => each.path))
  for (const path of paths) checkText(path, warn)
  const served = servedPaths(operations)
  for (const [i, later] of served.entries())
    for (const earlier of served.slice(0, i))
      if (
        earlier.segments.length === later.segments.length &&
        [...earlier.basePaths].some((each) => later.basePaths.has(each))
      )
        checkPair(earlier, later, warn, paths)
}

type Warn = (path: string, message: string, kind: string) => void

/** Reports parts of a path that have no meaning in OpenAPI. */
function checkText(path: string, warn: Warn): void {
  if (!path.startsWith('/')) {
    const what = 'a path must begin with `/`. No request reaches this one'
    warn(path, what, 'relative path')
  }
  const [query] = /[?#].*/.exec(path) ?? []
  if (query) {
    const remedy = 'Remove it. Parameters of a query have `in: query`'
    warn(path, `no request reaches a path with \`${query}\`. ${remedy}`, 'query in a path')
  }
  for (const [, text = '', colon, angle] of path.matchAll(/\/(:(\w+)|<([^/>]+)>|\*+)(?=\/|$)/g)) {
    const name = colon ?? angle?.split(':').at(-1) ?? 'name'
    const what = `\`${text}\` in a path is text. Write a parameter as \`{${name}}\``
    warn(path, what, 'parameter of another syntax')
  }
  if (path.includes('}{')) {
    const what =
      'of two parameters with nothing between them, the second one gets a single character'
    warn(path, what, 'parameters without a separator')
  }
  if (/[{}]/.test(path.replaceAll(/\{[^{}]*\}/g, ''))) {
    const what = 'a brace in a path without another is text. Write parameters as `{name}`'
    warn(path, what, 'brace in a path')
  }
}

type Served = {
  path: string
  basePaths: Set<string>
  /** The ids of its operations by method. */
  methods: Map<string, string>
  /** Without the names of parameters. */
  segments: readonly string[]
  /** The order in which paths get a request: literal segments come first. */
  rank: string
}

function servedPaths(operations: readonly Route[]): Served[] {
  const served = new Map<string, Served>()
  for (const { id, method, path, basePaths } of operations) {
    const segments = path.replaceAll(/\{[^{}]*\}/g, '{}').split('/')
    const rank = segments.map((each) => (each === '{}' ? 2 : Number(each.includes('{}')))).join('')
    const methods = new Map<string, string>()
    const found = served.get(path) ?? { path, basePaths: new Set(), methods, segments, rank }
    found.methods.set(method.toUpperCase(), id)
    for (const each of basePaths) found.basePaths.add(each)
    served.set(path, found)
  }
  return [...served.values()]
}

/** Reports two paths that are the same, or that one request can match. */
function checkPair(earlier: Served, later: Served, warn: Warn, paths: ReadonlySet<string>): void {
  if (earlier.segments.join('/') === later.segments.join('/')) {
    const both = [...earlier.methods].filter(([method]) => later.methods.has(method))
    const lost = both.map(([, id]) => `\`${id}\` is never called. `).join('')
    const what = `the same path as \`${earlier.path}\`. ${lost}Write one path`
    warn(later.path, what, 'equal paths')
  } else if ([earlier, later].every(({ rank }) => /[12]/.test(rank)) && overlap(earlier, later)) {
    const [winner, other] = earlier.rank <= later.rank ? [earlier, later] : [later, earlier]
    const example = winner.segments.map((each, i) => (each === '{}' ? other.segments[i] : each))
    // A literal path gets the only request that both match.
    if (paths.has(example.join('/'))) return
    const request = example.join('/').replaceAll('{}', 'x')
    const lost = [...other.methods.keys()].filter((method) => !winner.methods.has(method))
    const rejected = lost.length > 0 ? `, where ${lost.join(' and ')} is rejected with 405` : ''
    const what = `\`${request}\` is served by \`${winner.path}\`${rejected}. Give one of these paths another segment`
    warn(other.path, what, 'overlapping paths')
  }
}

/** Whether one request can match two paths of as many segments. */
function overlap(a: Served, b: Served): boolean {
  return a.segments.every((one, i) => {
    const other = b.segments[i] ?? ''
    if (!one.includes('{}') && !other.includes('{}')) return one === other
    const [start = '', otherStart = ''] = [one, other].map((each) => each.split('{}')[0])
    const [end = '', otherEnd = ''] = [one, other].map((each) => each.split('{}').at(-1))
    return (
      (start.startsWith(otherStart) || otherStart.startsWith(start)) &&
      (end.endsWith(otherEnd) || otherEnd.endsWith(end))
    )
  })
}

/** Reports security schemes and scopes that are required and not declared, or not as OpenAPI declares them. */
export const checkSecurity = (
  document: Document,
  { value: alternatives, pointer }: At<readonly Record<string, readonly string[]>[]>,
  report: Report,
): void => {
  const declared = document.components?.securitySchemes ?? {}
  for (const [i, alternative] of alternatives.entries())
    for (const [name, required] of Object.entries(alternative)) {
      const scheme = own(declared, name)
      const where = `${pointer}/${i}/${escapePointer(name)}`
      if (!scheme) {
        const what = `the security scheme \`${name}\` is not declared, and its handler gets no credentials. Declare it in \`components.securitySchemes\``
        report('warning', what, where, 'undeclared security scheme')
        continue
      }
      const at = `#/components/securitySchemes/${escapePointer(name)}`
      const found = follower(document, report)<SecurityScheme>(scheme, at)
      const flaw = found && flawOf(found.value)
      if (flaw) {
        const what = `the security scheme \`${name}\` accepts no request: ${flaw}`
        report('warning', what, at, 'security scheme')
      }
      const scopes = found && scopesOf(found.value)
      for (const scope of scopes ? [required].flat() : []) {
        const what = `the scope \`${scope}\` is in no flow of the security scheme \`${name}\`. Declare it in the \`scopes\` of a flow`
        if (!scopes?.has(scope)) report('warning', what, where, 'undeclared scope')
      }
    }
}

/** Returns the scopes that the flows of a scheme declare, if it has flows. */
function scopesOf({ type, flows }: SecurityScheme): Set<string> | undefined {
  if (type !== 'oauth2' || !flows) return undefined
  return new Set(Object.values(flows).flatMap((flow) => Object.keys(flow?.scopes ?? {})))
}

/** Returns why no credentials are read for a scheme, and the correction. */
function flawOf({ type, scheme, name, in: place }: SecurityScheme): string | undefined {
  if (type === 'http') return scheme ? undefined : 'its `scheme` is missing, such as `bearer`'
  if (['mutualTLS', 'oauth2', 'openIdConnect'].includes(type)) return undefined
  if (type !== 'apiKey')
    return `its type ${type} must be \`http\`, \`apiKey\`, \`oauth2\`, \`openIdConnect\` or \`mutualTLS\``
  if (!name) return 'the `name` of its parameter is missing'
  const isPlace = ['header', 'query', 'cookie'].includes(place ?? '')
  return isPlace ? undefined : '`in` must be `header`, `query` or `cookie`'
}
