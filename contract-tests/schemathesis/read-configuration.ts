/** A setting and the comment above it. */
export type Setting = { name: string; value: unknown; comment: string }

/** A table of the configuration and the comment above its heading. */
export type Section = { heading: string; comment: string; settings: Setting[] }

/**
 * Reads the subset of TOML that the configuration uses: tables, and settings with JSON values.
 * @throws {Error} on the first line outside this subset.
 */
export const readConfiguration = (text: string): Section[] => {
  let section: Section = { heading: '', comment: '', settings: [] }
  const sections = [section]
  let comment = ''
  for (const line of text.split('\n')) {
    const [, array, table] = /^(?:\[\[([\w.-]+)\]\]|\[([\w.-]+)\])$/.exec(line) ?? []
    const [, name, value] = /^([\w-]+) = (.+)$/.exec(line) ?? []
    if (line.startsWith('#')) {
      comment += `${line.slice(1).trim()} `
      continue
    }
    if (array ?? table) {
      section = { heading: array ? `[${array}]` : (table ?? ''), comment, settings: [] }
      sections.push(section)
    } else if (name && value) section.settings.push({ name, value: JSON.parse(value), comment })
    else if (line !== '') throw new Error(`Unsupported line: ${line}`)
    comment = ''
  }
  return sections
}
