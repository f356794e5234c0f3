#!/usr/bin/env node
import { execSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { banner } from './emit/module.ts'
import { generate, type Outputs } from './generate.ts'
import { isUsageError, summaryOf, UnsupportedError } from './model/findings.ts'
import { type Operation, readOperations } from './model/model.ts'
import { findingLine, InvalidDocumentError, read } from './read-document.ts'
import { CommandError, serveStubs } from './stubs.ts'

const usages = {
  generate: `Usage: openapi-hono generate FILE --out DIR [options]

Writes types, checks, stubs and a mount for Hono from an OpenAPI document of version 3.0, 3.1 or 3.2.

  --out DIR         the folder of the layer. Files of earlier runs that are no longer made are removed
  --watch           generate again when a file of the document changes
  --check           write nothing; fail if a file of the layer would change or be removed
  --format COMMAND  format each file with a command that reads and prints TypeScript
  --import-ext EXT  the extension in imports: ts (default), or js for projects that compile with tsc
  --zod             also make Zod schemas, and routes for @hono/zod-openapi, which you install. What
                    they cannot express is an error
`,
  check: `Usage: openapi-hono check FILE [--all]

Prints what in an OpenAPI document is not carried, ignored, read in another way, or never served, as
file:line:column: each error, and the first warning of each kind. Exits with 1 if there are errors.

  --all  print every warning
`,
  stubs: `Usage: openapi-hono stubs FILE [options]

Serves the document on 127.0.0.1. Requests are checked; operations return the document's examples.
Any credentials are accepted, unless there is a key.

  --port N          the port (4010); 0 for a free one
  --with FILE       a TypeScript module that exports \`operations\`, which replace stubs. It is
                    type-checked first
  --key KEY         the only key that is accepted
  --max-body BYTES  the most bytes of a body (1 MiB)
`,
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const warn = (line: string) => process.stderr.write(`${line}\n`)

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/**
 * Reads a document and generates its layer. Prints the findings.
 * @returns the layer, unless the document cannot be carried, and the files that the document was read from.
 */
const load = async (file: string, { zod = false, all = false, print = warn } = {}) => {
  const found = await read(file)
  const { document, findings, files, locate } = found
  const operations = plural(readOperations(document).length, 'operation')
  const schemas = plural(Object.keys(document.components?.schemas ?? {}).length, 'named schema')
  // The rest may take seconds.
  warn(`${file}: ${operations}, ${schemas}`)
  const outputs = await generate(found, zod).catch((error: unknown) => {
    if (!(error instanceof UnsupportedError)) throw error
    process.exitCode = 1
    return undefined
  })
  const place: typeof locate = (...place) => relative('', locate(...place))
  const shown = all ? findings.map((first) => ({ first, others: 0 })) : summaryOf(findings)
  for (const { first, others } of shown)
    print(`${findingLine(first, place)}${others === 0 ? '' : `, and ${others} more like it`}`)
  const count = (severity: string) =>
    plural(findings.filter((each) => each.severity === severity).length, severity)
  const hint = shown.length < findings.length ? '. openapi-hono check --all prints each' : ''
  const what = outputs ? 'is carried' : 'cannot be carried'
  print(`${file} ${what}: ${count('error')}, ${count('warning')}${hint}`)
  return { document, outputs, files }
}

const withExtension = (code: string, extension: string): string =>
  code.replaceAll(
    /^((?:import|export) .*|\} )from '(\.\.?\/[\w-]+)\.ts'/gm,
    `$1from '$2.${extension}'`,
  )

/** Formats code with a command. */
const formatted = (code: string, command: string): string => {
  try {
    return execSync(command, {
      input: code,
      encoding: 'utf8',
      maxBuffer: Number.POSITIVE_INFINITY,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
  } catch {
    throw new CommandError(`The command of --format failed: ${command}`)
  }
}

const differing = (outputs: Outputs, folder: string): string[] =>
  Object.keys(outputs).filter((name) => {
    const file = join(folder, name)
    return !existsSync(file) || readFileSync(file, 'utf8') !== outputs[name]
  })

/** Returns the names of files that an earlier run made and this one does not. */
const abandoned = (outputs: Outputs, folder: string): string[] =>
  [...(existsSync(folder) ? readdirSync(folder) : []), ...inFolders].filter((name) => {
    const file = join(folder, name)
    if (!name.endsWith('.ts') || name in outputs || !existsSync(file)) return false
    return readFileSync(file, 'utf8').startsWith(banner)
  })

/** Outputs that need more than Hono. */
const inFolders = ['zod/schemas.ts', 'zod/routes.ts', 'zod/schema-checks.ts', 'client/client.ts']

type GenerateOptions = {
  out: string
  zod: boolean
  check: boolean
  'import-ext': string
  format?: string | undefined
}

const generateOnce = async (file: string, options: GenerateOptions): Promise<readonly string[]> => {
  const { out, zod, check, format, 'import-ext': extension } = options
  const started = performance.now()
  const { outputs: made, files } = await load(file, { zod })
  if (!made) return files
  const outputs = Object.fromEntries(
    Object.entries(made).map(([name, text]) => {
      if (!name.endsWith('.ts')) return [name, text]
      const code = withExtension(text, extension)
      return [name, format === undefined ? code : formatted(code, format)]
    }),
  )
  const names = differing(outputs, out)
  const old = abandoned(outputs, out)
  if (check && names.length + old.length > 0) {
    for (const name of names) warn(`${join(out, name)} differs from what ${file} generates`)
    for (const name of old) warn(`${join(out, name)} is not generated any more`)
    process.exitCode = 1
    return files
  }
  for (const name of names) {
    const target = join(out, name)
    makeFolder(dirname(target))
    writeFileSync(target, outputs[name] ?? '')
  }
  for (const name of old) rmSync(join(out, name))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const done = [
    names.length > 0 && `${plural(names.length, 'file')} written`,
    old.length > 0 && `${plural(old.length, 'file')} removed`,
  ].filter((each) => each !== false)
  say(`${out}: ${done.join(' and ') || 'up to date'} in ${seconds} s`)
  return files
}

/** Node's own recursion does not end in folders such as /proc, where nothing can be made. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have made it since.
    if (!existsSync(folder)) throw error
  }
}

const generateAlways = async (file: string, options: GenerateOptions): Promise<never> => {
  let files: readonly string[] = [resolve(file)]
  for (;;) {
    const started = Date.now()
    // A file that cannot be read may be half written. The next change is waited for.
    files = await generateOnce(file, options).catch((error: unknown) => {
      warn(messageOf(error))
      return [...new Set([...files, ...(error instanceof InvalidDocumentError ? error.files : [])])]
    })
    // Their times, not events: editors write a file in several steps, or replace it.
    const seen = timesOf(files)
    const isChanged = () =>
      timesOf(files).some((time, i) => time !== seen[i] || Number(time) >= started)
    do await sleep(200)
    while (!isChanged())
  }
}

/** Returns when files were last changed, in milliseconds. Undefined for one that is missing. */
const timesOf = (files: readonly string[]): (number | undefined)[] =>
  files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs)

const fileOf = (positionals: readonly string[]): string => {
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new CommandError('Name one document')
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new CommandError(`There is no file ${file}`)
  if (found.isDirectory()) throw new CommandError(`${file} is a folder. Name the document in it`)
  return file
}

/**
 * Returns how many operations reject requests with a status that they do not declare, as sentences.
 * Clients that are made from the document do not expect these responses.
 */
const undeclaredRejections = (operations: readonly Operation[]): string[] => {
  const withInput = operations.filter(({ parameters, body }) => parameters.length > 0 || body)
  // Every alternative needs credentials.
  const secured = operations.filter(
    ({ security }) => security.length > 0 && security.every((each) => Object.keys(each).length > 0),
  )
  return [
    ...silentAmong(withInput, 'input', [400, 422]),
    ...silentAmong(secured, 'security', [401]),
  ]
}

const silentAmong = (
  all: readonly Operation[],
  what: string,
  codes: readonly number[],
): string[] => {
  const silent = all.filter(
    ({ replies, ranges }) =>
      !ranges.some(({ range }) => range === '4XX' || range === 'default') &&
      !replies.some(({ status }) => codes.includes(status)),
  )
  const names = `${codes.join(' or ')}, 4XX or default`
  if (silent.length === 0) return []
  return [`${silent.length} of ${all.length} operations with ${what} do not declare ${names}`]
}

const allowPositionals = true

const commands = {
  async generate(args: string[]) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals,
      options: {
        out: { type: 'string' },
        watch: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        format: { type: 'string' },
        'import-ext': { type: 'string', default: 'ts' },
        zod: { type: 'boolean', default: false },
      },
    })
    const { out, 'import-ext': extension } = values
    const file = fileOf(positionals)
    if (!out) throw new CommandError('Name the folder of the layer: --out DIR')
    if (extension !== 'js' && extension !== 'ts')
      throw new CommandError(`--import-ext must be js or ts, not ${extension}`)
    const run = values.watch ? generateAlways : generateOnce
    await run(file, { ...values, out })
  },
  async check(args: string[]) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals,
      options: { all: { type: 'boolean', default: false } },
    })
    const file = fileOf(positionals)
    const { document } = await load(file, { all: values.all, print: say })
    for (const line of undeclaredRejections(readOperations(document))) say(`${file}: ${line}`)
  },
  async stubs(args: string[]) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals,
      options: {
        port: { type: 'string', default: '4010' },
        with: { type: 'string' },
        key: { type: 'string' },
        'max-body': { type: 'string', default: '1048576' },
      },
    })
    if (!process.features.typescript)
      throw new CommandError(`Node ${process.versions.node} runs no TypeScript. Use 22.18 or newer`)
    const port = Number(values.port)
    if (!Number.isInteger(port) || port < 0 || port > 65535)
      throw new CommandError(`--port must be a number from 0 to 65535, not ${values.port}`)
    if (!(Number(values['max-body']) > 0))
      throw new CommandError(`--max-body must be a number of bytes, not ${values['max-body']}`)
    const { outputs } = await load(fileOf(positionals))
    if (outputs) say(`The stubs are listening on ${await serveStubs(outputs, port, values)}`)
  },
} satisfies Record<keyof typeof usages, (args: string[]) => Promise<void>>

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)

const run = async ([name = '--help', ...args]: readonly string[]): Promise<void> => {
  if (name === '--help' || name === 'help') return void say(Object.values(usages).join('\n'))
  if (!isCommand(name))
    throw new CommandError(`Unknown command '${name}'. openapi-hono --help lists the commands.`)
  if (args.includes('--help')) return void say(usages[name])
  await commands[name](args)
}

/** Returns an error as a person needs it: with its stack only if it is a fault of the generator. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const expected = [CommandError, InvalidDocumentError]
  return expected.some((each) => error instanceof each) || isUsageError(error)
    ? error.message
    : `${error.message}\nThis is a fault of openapi-hono. Please report it.\n${error.stack}`
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  warn(messageOf(error))
  process.exitCode = 1
}
