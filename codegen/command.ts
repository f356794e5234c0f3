#!/usr/bin/env node
import { existsSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { banner } from './emit/module.ts'
import { generate, type Outputs, writeOutputs, type ZodOutputs } from './generate.ts'
import { UnsupportedError } from './model/findings.ts'
import { isUsageError } from './model/is-usage-error.ts'
import { readOperations } from './model/model.ts'
import {
  findingLine,
  InvalidDocumentError,
  type ReadDocument,
  read,
} from './model/read-document.ts'
import { StubsError, serveStubs } from './stubs.ts'

const usages = {
  generate: `Usage: openapi-hono generate FILE --out DIR [--watch] [--import-ext js|ts] [--zod]

Writes types, checks, stubs and a mount for Hono from an OpenAPI document of version 3.0, 3.1 or 3.2.

  --out DIR     the folder of the layer. Files of earlier runs that are no longer made are removed
  --watch       generate again when a file of the document changes
  --import-ext  the extension in imports: ts (default), or js for projects that compile with tsc
  --zod         also make Zod schemas, and routes for @hono/zod-openapi, which you install. Fails for
                a document that Zod cannot express exactly
`,
  check: `Usage: openapi-hono check FILE

Prints everything in an OpenAPI document that is not carried, ignored, or read in another way, as
file:line:column. Exits with 1 if there are errors.
`,
  stubs: `Usage: openapi-hono stubs FILE [--port N] [--with FILE]

Serves the document on 127.0.0.1. Requests are checked; operations return the document's examples.
Any credentials are accepted.

  --port N      the port (4010); 0 for a free one
  --with FILE   a TypeScript module that exports \`operations\`, which replace stubs. It is
                type-checked first
`,
}

const usage = `Usage: openapi-hono COMMAND ...

  generate FILE --out DIR  writes the typed layer of an OpenAPI document
  check FILE               prints what is not carried, and where
  stubs FILE               serves the document's examples

openapi-hono COMMAND --help lists the options of a command.
`

/** Thrown for a wrong command line. */
class CommandLineError extends Error {}

const say = (line: string) => process.stdout.write(`${line}\n`)
const warn = (line: string) => process.stderr.write(`${line}\n`)

const inFolder = (path: string): string => relative('', path) || '.'

const findingLines = ({ findings, locate }: ReadDocument): string[] =>
  findings.map((finding) => findingLine(finding, (pointer) => inFolder(locate(pointer))))

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Reads a document. Says what it read: the rest may take seconds. */
const readLoudly = async (file: string): Promise<ReadDocument> => {
  const document = await read(file)
  const schemas = Object.keys(document.document.components?.schemas ?? {}).length
  const count = readOperations(document.document).length
  warn(`${file}: ${plural(count, 'operation')}, ${plural(schemas, 'named schema')}`)
  return document
}

/** Rewrites the extension of imports between the files of a layer. */
const withExtension = (outputs: Outputs, extension: string): Outputs =>
  Object.fromEntries(
    Object.entries(outputs).map(([name, text]) => [
      name,
      name.endsWith('.ts')
        ? text.replaceAll(
            /^((?:import|export) .*|\} )from '(\.\/[\w-]+)\.ts'/gm,
            `$1from '$2.${extension}'`,
          )
        : text,
    ]),
  )

/** Removes files that an earlier run made and this one does not. */
const removeStale = (outputs: Outputs, folder: string): void => {
  for (const name of readdirSync(folder))
    if (name.endsWith('.ts') && !(name in outputs)) {
      const file = join(folder, name)
      if (readFileSync(file, 'utf8').startsWith(banner)) rmSync(file)
    }
}

/** Generates the layer. Returns nothing if the document cannot be carried. */
const tryGenerate = async (document: ReadDocument, zod: ZodOutputs = 'never') => {
  try {
    return await generate(document, zod)
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error
    process.exitCode = 1
    return undefined
  }
}

/** Generates the layer, and prints what was found. */
const generateLoudly = async (document: ReadDocument, zod?: ZodOutputs) => {
  const outputs = await tryGenerate(document, zod)
  for (const line of findingLines(document)) warn(line)
  if (!outputs) warn('The document cannot be carried.')
  return outputs
}

type GenerateOptions = { out: string; zod: boolean; extension: string }

/** Generates the layer once. Returns the files that the document was read from. */
const generateOnce = async (file: string, { out, zod, extension }: GenerateOptions) => {
  const started = performance.now()
  const document = await readLoudly(file)
  const made = await generateLoudly(document, zod ? 'always' : 'never')
  if (made) {
    const outputs = withExtension(made, extension)
    const changed = await writeOutputs(outputs, out)
    removeStale(outputs, out)
    say(
      changed.length > 0
        ? `${out}: ${plural(changed.length, 'file')} written in ${seconds(started)}`
        : `${out} is up to date (${seconds(started)})`,
    )
  }
  return document.files
}

/** Generates the layer again when a file of the document changes. Does not return. */
const generateAlways = async (file: string, options: GenerateOptions): Promise<never> => {
  for (;;) {
    // A document that cannot be read may be half written. The next change is waited for.
    const files = await generateOnce(file, options).catch((error: unknown) => {
      warn(messageOf(error))
      return [resolve(file)]
    })
    await new Promise<void>((changed) => {
      const folders = [...new Set(files.map((each) => dirname(each)))]
      const watchers = folders.map((folder) =>
        // The folders: editors replace files.
        watch(folder, (_, name) => {
          if (!files.some((each) => dirname(each) === folder && basename(each) === name)) return
          for (const watcher of watchers) watcher.close()
          // A save is several events.
          setTimeout(changed, 100)
        }),
      )
    })
  }
}

const check = async (file: string): Promise<void> => {
  const document = await readLoudly(file)
  const outputs = await tryGenerate(document)
  for (const line of findingLines(document)) say(line)
  const count = (severity: string) =>
    plural(document.findings.filter((each) => each.severity === severity).length, severity)
  say(`${file} ${outputs ? 'is' : 'cannot be'} carried: ${count('error')}, ${count('warning')}`)
}

const options = {
  generate: {
    out: { type: 'string' },
    watch: { type: 'boolean', default: false },
    'import-ext': { type: 'string', default: 'ts' },
    zod: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  check: { help: { type: 'boolean', default: false } },
  stubs: {
    port: { type: 'string', default: '4010' },
    with: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
} as const satisfies Record<keyof typeof usages, ParseArgsConfig['options']>

const isCommand = (name: string | undefined): name is keyof typeof usages =>
  name !== undefined && Object.hasOwn(usages, name)

/** Returns the one file that a command line names. */
const fileOf = (command: keyof typeof usages, positionals: readonly string[]): string => {
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0)
    throw new CommandLineError(`Name one document: openapi-hono ${command} FILE`)
  if (!existsSync(file)) throw new CommandLineError(`There is no file ${file}`)
  return file
}

const run = async ([command, ...args]: readonly string[]): Promise<void> => {
  if (command === undefined || command === '--help' || command === 'help') return void say(usage)
  if (!isCommand(command))
    throw new CommandLineError(
      `Unknown command '${command}'. openapi-hono --help lists the commands.`,
    )
  const allowPositionals = true
  if (args.includes('--help')) return void say(usages[command])
  if (command === 'check') {
    const { positionals } = parseArgs({ args, options: options.check, allowPositionals })
    await check(fileOf(command, positionals))
  } else if (command === 'stubs') {
    const { values, positionals } = parseArgs({ args, options: options.stubs, allowPositionals })
    const port = Number(values.port)
    if (!Number.isInteger(port) || port < 0 || port > 65535)
      throw new CommandLineError(`--port must be a number from 0 to 65535, not ${values.port}`)
    const document = await readLoudly(fileOf(command, positionals))
    const outputs = await generateLoudly(document)
    if (outputs) say(`The stubs are listening on ${await serveStubs(outputs, port, values.with)}`)
  } else {
    const { values, positionals } = parseArgs({ args, options: options.generate, allowPositionals })
    const { out, watch: isWatching, 'import-ext': extension, zod } = values
    const file = fileOf(command, positionals)
    if (out === undefined) throw new CommandLineError('Name the folder of the layer: --out DIR')
    if (extension !== 'js' && extension !== 'ts')
      throw new CommandLineError(`--import-ext must be js or ts, not ${extension}`)
    await (isWatching ? generateAlways : generateOnce)(file, { out, zod, extension })
  }
}

/** Returns an error as a person needs it: with its stack only if it is a fault of the generator. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const expected = [CommandLineError, UnsupportedError, InvalidDocumentError, StubsError]
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
