import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')

/**
 * Formats the TypeScript files among the outputs of a document with the repository's settings, all in
 * one run of the formatter.
 */
export const formatAll = async (
  files: Readonly<Record<string, string>>,
): Promise<Record<string, string>> => {
  // In a folder of its own: the repository's settings exclude files that git ignores.
  const folder = await mkdtemp(join(tmpdir(), 'merch-format-'))
  try {
    const settings: unknown = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'))
    const config = { ...Object(settings), vcs: undefined, files: undefined, overrides: undefined }
    await writeFile(join(folder, 'biome.json'), JSON.stringify(config))
    const names = Object.keys(files).filter((name) => name.endsWith('.ts'))
    for (const name of names) await writeFile(join(folder, name), files[name] ?? '')
    const args = [biome, 'format', '--write', '--config-path=.', ...names]
    await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(({ stderr }) => {
      throw new Error(`The code cannot be formatted:\n${stderr}`)
    })
    const read = async (name: string) => [name, await readFile(join(folder, name), 'utf8')] as const
    return { ...files, ...Object.fromEntries(await Promise.all(names.map(read))) }
  } finally {
    await rm(folder, { recursive: true })
  }
}
