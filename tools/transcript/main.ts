import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { blocksOf, commandsOf } from './blocks.ts'
import { editsOf } from './edits.ts'
import { matches } from './matches.ts'

// Makes the edits of CONTRIBUTING in a copy of the project, section by section, runs its commands and compares their
// output. Arguments select sections: npm run transcript -- 'Adding a field'

const root = fileURLToPath(new URL('../..', import.meta.url))
const document = 'CONTRIBUTING.md'

const say = (line: string) => process.stdout.write(`${line}\n`)

const excluded = new Set(['.git', 'node_modules', 'dist', 'data'])

/** Copies the project, including uncommitted changes, and links its packages. */
const copyProject = (folder: string) => {
  cpSync(root, folder, {
    recursive: true,
    filter: (source) => !excluded.has(relative(root, source)),
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

const { TEST_TOTALS: _, ...environment } = process.env

/** Runs a command and returns its output and errors. */
const run = async (command: string, folder: string): Promise<string> => {
  const child = spawn('sh', ['-c', `exec 2>&1; ${command}`], {
    cwd: folder,
    env: { ...environment, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group of its own, so that its children can be killed too.
    detached: true,
  })
  const end = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  process.once('exit', end)
  const printed = await text(child.stdout)
  process.removeListener('exit', end)
  return printed
}

const folder = mkdtempSync(join(tmpdir(), 'merch-transcript-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const wanted = process.argv.slice(2)
let section = ''
let copy = ''
for (const block of blocksOf(readFileSync(join(root, document), 'utf8'))) {
  if (wanted.length > 0 && !wanted.includes(block.section)) continue
  if (block.section !== section) {
    section = block.section
    copy = ''
  }
  const edits = editsOf(block)
  const commands = block.language === 'console' ? commandsOf(block) : []
  if (edits.length + commands.length === 0) continue
  if (copy === '') {
    say(`\n${section}`)
    copy = join(folder, section.replaceAll(/\W+/g, '-'))
    copyProject(copy)
  }
  for (const { file, edit } of edits) {
    const path = join(copy, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, edit(existsSync(path) ? readFileSync(path, 'utf8') : undefined))
    say(`  edited ${file}`)
  }
  for (const { command, shown } of commands) {
    const start = performance.now()
    const printed = await run(command, copy)
    const isSame = matches(shown, printed)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    say(`  ${isSame ? '✓' : '✗'} ${command.padEnd(60)} ${seconds} s`)
    if (isSame) continue
    process.exitCode = 1
    say(`${document}:${block.line} expects\n\n${shown}\nThe output is\n\n${printed}`)
  }
}
