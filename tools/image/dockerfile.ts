import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The project's own folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

export const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8')

/** An instruction and what follows it on its line. */
export type Instruction = { readonly name: string; readonly text: string }

/** What is built on an image, or on another stage. */
export type Stage = {
  readonly from: string
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

/** Reads as much of a Dockerfile as ours has. @throws when an instruction stands in no stage. */
export const readDockerfile = (text: string): Stage[] => {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: (Stage & { instructions: Instruction[] })[] = []
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    const [, from = '', as] = name === 'FROM' ? (/^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []) : []
    const stage = stages.at(-1)
    if (name === 'FROM') stages.push({ from, name: as, instructions: [] })
    else if (name === '' || stage === undefined) throw new Error(`not understood: ${line}`)
    else stage.instructions.push({ name, text: rest })
  }
  return stages
}

/** What the last instruction of a name says. */
export const last = ({ instructions }: Stage, name: string): string | undefined =>
  instructions.findLast((instruction) => instruction.name === name)?.text

/** A command in exec form, such as `["node", "server/main.ts"]`. */
export const execForm = (text = ''): string[] => {
  const words: unknown = JSON.parse(text.slice(text.indexOf('[')))
  return Array.isArray(words) ? words.map(String) : []
}

/** What a stage copies: from the project, or from another stage, to where. */
export const copies = ({ instructions }: Stage) =>
  instructions
    .filter(({ name }) => name === 'COPY')
    .map(({ text }) => {
      const [, from] = /^--from=(\S+) /.exec(text) ?? []
      const words = text.replace(/^--from=\S+ /, '').split(/\s+/)
      return { from, sources: words.slice(0, -1), to: words.at(-1) ?? '' }
    })
