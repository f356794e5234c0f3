import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const biome = fileURLToPath(new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url))
const config = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Formats TypeScript as the rest of the repository is formatted.
 * @param name the file's name, for its language and for messages.
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
  if (status !== 0) throw new Error(`${name} does not format:\n${problems}`)
  return formatted
}
