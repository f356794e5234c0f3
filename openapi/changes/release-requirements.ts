import type { Finding } from './changes-between.ts'

const parts = (version: string): number[] => version.split('.').map(Number)

/** Returns whether a version is equal to another or higher, compared number by number. */
const isAtLeast = (version: string, other: string): boolean => {
  const [mine, theirs] = [parts(version), parts(other)]
  const differing = mine.findIndex((part, i) => part !== theirs[i])
  return differing < 0 || (mine[differing] ?? 0) > (theirs[differing] ?? 0)
}

/** Returns the next minor version: 1.1.0 after 1.0.3. */
const nextMinor = (version: string): string => {
  const [major = 0, minor = 0] = parts(version)
  return `${major}.${minor + 1}.0`
}

/** Returns the text under a version's heading in a changelog, or undefined without that heading. */
const sectionOf = (changelog: string, version: string): string | undefined => {
  const [, ...sections] = changelog.split(/^## /m)
  const own = sections.find((section) => /^\[?([\d.]+)/.exec(section)?.[1] === version)
  return own?.split('\n').slice(1).join('\n').trim()
}

/** Returns the names of the contract that a changelog section does not mention. */
const unnamed = (section: string, subjects: readonly string[]): string[] =>
  [...new Set(subjects)].filter((subject) => !section.includes(`\`${subject}\``))

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
