/** Returns the text under a version's heading in a changelog, or undefined without that heading. */
export const sectionOf = (changelog: string, version: string): string | undefined => {
  const [, ...sections] = changelog.split(/^## /m)
  const own = sections.find((section) => /^\[?([\d.]+)/.exec(section)?.[1] === version)
  return own?.split('\n').slice(1).join('\n').trim()
}

/** Returns the names of the contract that a changelog section does not mention. */
export const unnamed = (section: string, subjects: readonly string[]): string[] =>
  [...new Set(subjects)].filter((subject) => !section.includes(`\`${subject}\``))
