import type { Document, SecurityScheme } from './document.ts'
import type { Report } from './findings.ts'
import { type At, follower } from './follow-references.ts'
import { escapePointer } from './pointer.ts'

/** Reports security schemes that are required and not declared, or not as OpenAPI declares them. */
export const checkSecurity = (
  document: Document,
  { value: alternatives, pointer }: At<readonly Record<string, unknown>[]>,
  report: Report,
): void => {
  const declared = document.components?.securitySchemes ?? {}
  for (const [i, alternative] of alternatives.entries())
    for (const name of Object.keys(alternative)) {
      const at = `#/components/securitySchemes/${escapePointer(name)}`
      const scheme = Object.hasOwn(declared, name) ? declared[name] : undefined
      const found = scheme && follower(document, report)<SecurityScheme>(scheme, at)
      const flaw = found && flawOf(found.value)
      if (flaw)
        report(
          'warning',
          `the security scheme \`${name}\` accepts no request: ${flaw}`,
          at,
          'security scheme',
        )
      if (!scheme)
        report(
          'warning',
          `the security scheme \`${name}\` is not declared, and its handler gets no credentials. Declare it in \`components.securitySchemes\``,
          `${pointer}/${i}/${escapePointer(name)}`,
          'undeclared security scheme',
        )
    }
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
