import type { Server } from './document.ts'
import type { Report } from './findings.ts'
import type { At } from './pointer.ts'

/** The most paths of one server's URL. */
const maxPaths = 100

/**
 * Returns the paths of servers' URLs, without slashes at their end. A variable with an `enum` has a path for
 * each of its values.
 * @param report called with values that are not served.
 */
export const basePathsOf = (
  { value: servers, pointer }: At<readonly Server[]>,
  report: Report,
): string[] => {
  const paths = servers.flatMap((server, i) => {
    const warn = (message: string, kind: string) =>
      report('warning', message, `${pointer}/${i}`, `server: ${kind}`)
    return urlsOf(server, warn).map((url) => pathOf(url, warn))
  })
  return [...new Set(paths)]
}

function urlsOf(
  { url: template, variables = {} }: Server,
  warn: (message: string, kind: string) => void,
): string[] {
  if (typeof template !== 'string') {
    warn('the server has no `url`, and is read as `/`', 'no url')
    return ['/']
  }
  let urls = [template]
  for (const [place = '', name = ''] of template.matchAll(/\{([^}]*)\}/g)) {
    const { enum: others, default: given = others?.[0] ?? '' } = variables[name] ?? {}
    if (!variables[name])
      warn(`the server variable \`${name}\` is not declared. Declare it in \`variables\``, 'none')
    const fill = (value: unknown) => urls.map((url) => url.replaceAll(place, String(value)))
    if (others && !others.map(String).includes(String(given)))
      warn(
        `the default of the server variable \`${name}\`, \`${given}\`, is not in its \`enum\`, and is served too. Add it, or write another default`,
        'default that is no value',
      )
    const values = [...new Set([given, ...(others ?? [])].map(String))]
    const filled = values.flatMap(fill)
    const isServed = others !== undefined && filled.length <= maxPaths
    const [path, ...otherPaths] = [given, `${given}x`, given === '1' ? '2' : '1'].map((each) =>
      pathOf(fill(each)[0] ?? ''),
    )
    // One of the others may be no port.
    const isOnPath = otherPaths.every((each) => each !== path)
    if (!isServed && isOnPath && variables[name])
      warn(
        `only the default of the server variable \`${name}\` is served, \`${given}\`. List other values in \`enum\``,
        'default',
      )
    urls = isServed ? filled : fill(given)
  }
  return urls
}

function pathOf(url: string, warn?: (message: string, kind: string) => void): string {
  const base = 'http://localhost'
  if (URL.canParse(url, base)) return new URL(url, base).pathname.replace(/\/$/, '')
  warn?.(`${url} is no URL, and is read as \`/\``, 'no url')
  return ''
}
