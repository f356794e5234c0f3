import { sectionOf, unnamed } from './changelog.ts'
import type { Finding } from './judge.ts'
import { isAtLeast, nextMinor } from './versions.ts'

type Release = {
  findings: readonly Finding[]
  /** The version that was released, and the one that the document has now. */
  released: string
  version: string
  changelog: string
}

const keepsPromises =
  'v1 keeps its promises. Serve this beside it, as /v2, and mark what ends with `deprecated` and `x-deprecation`: openapi/README.md says how.'

/** What is still to be done before a document may be released; nothing if it is fit. */
export const demandsOf = ({ findings, released, version, changelog }: Release): string[] => {
  if (findings.some(({ kind }) => kind === 'breaking')) return [keepsPromises]
  const demands: string[] = []
  const least = findings.length > 0 ? nextMinor(released) : released
  if (!isAtLeast(version, least))
    demands.push(
      `\`info.version\` in openapi/openapi.yaml must be at least ${least}; it is ${version}.`,
    )
  const told = isAtLeast(version, least) ? version : least
  const section = sectionOf(changelog, told)
  if (section === undefined) demands.push(`openapi/CHANGELOG.md must have a section "## ${told}".`)
  else
    for (const subject of unnamed(
      section,
      findings.map(({ subject }) => subject),
    ))
      demands.push(`The section ${told} of openapi/CHANGELOG.md must name \`${subject}\`.`)
  return demands
}
