/** A fenced block of a Markdown text, and its section. */
export type Block = { section: string; language: string; text: string; line: number }

/** Returns the fenced blocks of a Markdown text. `line` is the number of the first line inside the fence. */
export const blocksOf = (markdown: string): Block[] => {
  const blocks: Block[] = []
  let section = ''
  let open: (Block & { lines: string[] }) | undefined
  for (const [i, line] of markdown.split('\n').entries()) {
    const fence = /^```(\w*)/.exec(line)
    if (fence && !open)
      open = { section, language: fence[1] ?? '', text: '', line: i + 2, lines: [] }
    else if (fence && open) {
      const { lines, ...block } = open
      blocks.push({ ...block, text: lines.map((each) => `${each}\n`).join('') })
      open = undefined
    } else if (open) open.lines.push(line)
    else if (line.startsWith('## ')) section = line.slice(3)
  }
  return blocks
}

/** Returns the commands of a `console` block, each with its output. */
export const commandsOf = ({ text }: Block): { command: string; shown: string }[] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((each) => {
      const end = each.indexOf('\n')
      return { command: each.slice(0, end), shown: each.slice(end + 1) }
    })
