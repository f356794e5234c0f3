import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const biome = fileURLToPath(new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url))
const config = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Formats TypeScript with the repository's settings.
 * @param name the file's name, which determines the language.
 */
export const format = async (name: string, code: string): Promise<string> => {
  const child = spawn(
    process.execPath,
    [biome, 'format', `--config-path=${config}`, `--stdin-file-path=${name}`],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  child.stdin.end(code)
  const [formatted, problems, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ])
  if (status !== 0) throw new Error(`${name} cannot be formatted:\n${problems}`)
  return formatted
}
