import { sectionOf, unnamed } from './changelog.ts'
import type { Finding } from './changes-between.ts'
import { isAtLeast, nextMinor } from './versions.ts'

type Release = {
  findings: readonly Finding[]
  /** The version that was released last. */
  released: string
  /** The version that the document has now. */
  version: string
  changelog: string
}

const noBreakingChanges =
  'v1 must not have breaking changes. Serve the change as /v2 beside v1. Mark deprecated operations with `deprecated` and `x-deprecation`; see openapi/README.md.'

/** Returns what is left to do before a document can be released. Empty if it is ready. */
export const releaseRequirements = ({
  findings,
  released,
  version,
  changelog,
}: Release): string[] => {
  if (findings.some(({ kind }) => kind === 'breaking')) return [noBreakingChanges]
  const requirements: string[] = []
  const least = findings.length > 0 ? nextMinor(released) : released
  if (!isAtLeast(version, least))
    requirements.push(
      `\`info.version\` in openapi/openapi.yaml must be at least ${least}; it is ${version}.`,
    )
  const documented = isAtLeast(version, least) ? version : least
  const section = sectionOf(changelog, documented)
  if (section === undefined)
    requirements.push(`openapi/CHANGELOG.md must have a section "## ${documented}".`)
  else
    for (const subject of unnamed(
      section,
      findings.map(({ subject }) => subject),
    ))
      requirements.push(
        `The section ${documented} of openapi/CHANGELOG.md must name \`${subject}\`.`,
      )
  return requirements
}
