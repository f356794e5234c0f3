/** What a changelog says of a version: the text under its heading; undefined if it has none. */
export const sectionOf = (changelog: string, version: string): string | undefined => {
  const [, ...sections] = changelog.split(/^## /m)
  const own = sections.find((section) => /^\[?([\d.]+)/.exec(section)?.[1] === version)
  return own?.split('\n').slice(1).join('\n').trim()
}

/** What of these words, each a name in the contract, a section does not name. */
export const unnamed = (section: string, subjects: readonly string[]): string[] =>
  [...new Set(subjects)].filter((subject) => !section.includes(`\`${subject}\``))
