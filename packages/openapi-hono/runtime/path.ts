import type { Context } from 'hono'
import type { Raw, Sent } from './readings.ts'

export type CompiledPath = ReturnType<typeof compilePath>

/**
 * Compiles a path template: its route for Hono, its order among others, and where its parameters are.
 * @param parameters those that are declared.
 * @example
 * compilePath('/files/{name}.json', [{ name: 'name' }]).route // '/files/:p2{[^/]+[.]json}'
 */
export const compilePath = (
  template: string,
  parameters: readonly { readonly name: string }[] = [],
) => {
  const declared = new Set(parameters.map(({ name }) => name))
  const segments = template.split('/').map((each, i) => segmentOf(each, i, declared))
  const variable = segments.flatMap((each, i) => (each.names.length > 0 ? [{ ...each, i }] : []))
  return {
    route: segments.map(({ hono }) => hono).join('/'),
    /** The same for paths that differ in the names of their parameters alone. */
    shape: segments.map(({ hono, rank }) => (rank === 2 ? ':' : hono)).join('/'),
    rank: segments.map(({ rank }) => rank).join(''),
    template,
    length: segments.length,
    variable,
  }
}

/** Returns what was sent of the parameters of a path. */
export const pathTexts = ({ template, length, variable }: CompiledPath, { req }: Context): Raw => {
  const { url } = req.raw
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.slice(start).search(/[?#]/)
  const given = url.slice(start, end === -1 ? undefined : start + end).split('/')
  const raw: Record<string, Sent> = Object.create(null)
  // The app may be mounted beneath a path of another, and may ignore a slash at the end.
  if (given.at(-1) === '' && !template.endsWith('/')) given.pop()
  const above = given.length - length
  for (const { i, pattern, names } of variable) {
    const segment = given[above + i] ?? ''
    const values = pattern.exec(segment) ?? pattern.exec(routed(segment))
    // A parameter that is not found is missing. It never is an empty text.
    for (const [at, name] of names.entries()) {
      const value = values?.[at + 1]
      if (value !== undefined) raw[name] = { texts: [value] }
    }
  }
  return raw
}

/** A segment of a path template: a name for Hono, and the parameters in it. */
function segmentOf(template: string, index: number, declared: ReadonlySet<string>) {
  const names: string[] = []
  const segment = routed(template)
  const source = segment.replaceAll(/\{([^}]*)\}|[^\w~-]/g, (found: string, name?: string) => {
    if (name === undefined || !declared.has(name)) return literal(found)
    names.push(name)
    return '[^/]+'
  })
  const [name = ''] = names
  const pattern = new RegExp(`^${source.replaceAll('[^/]+', '([^/]+)')}$`)
  if (source === '[^/]+')
    // Middleware that logs routes shows the name.
    return { hono: `:${/^\w+$/.test(name) ? name : `p${index}`}`, pattern, names, rank: 2 }
  return names.length === 0 && !/[{}:*]/.test(segment)
    ? { hono: segment, pattern, names, rank: 0 }
    : { hono: `:p${index}{${source}}`, pattern, names, rank: 1 }
}

/** Returns a text as an expression that Hono accepts. In place of those that it does not, any character matches. */
function literal(text: string): string {
  return text.replaceAll(/[^\w~-]/g, (each) => (/[{}\\^]/.test(each) ? '[^/]' : `[${each}]`))
}

/**
 * Returns a segment as Hono's router sees it: without the escapes that `decodeURI` removes, except those
 * of `%`, which would be removed twice.
 */
function routed(segment: string): string {
  try {
    return decodeURI(segment.replaceAll('%25', '%2525'))
  } catch {
    return segment
  }
}
