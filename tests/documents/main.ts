import { rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { UnsupportedError } from '../../packages/openapi-hono/model/findings.ts'
import { InvalidDocumentError } from '../../packages/openapi-hono/read-document.ts'
import { compileProject } from '../kit/compile.ts'
import { path } from '../kit/project.ts'
import { publicDocuments } from '../kit/public-documents.ts'
import { tryDocument } from './try-document.ts'

const usage = `Usage: npm run test:documents -- [--only PATTERN] [--schemas N] [--values N] [FILE...]

Generates the layers of public documents, compiles them strictly, serves their stubs, and compares
their checks with @hyperjump/json-schema on random values. Without files, the documents are those in npm packages,
which are downloaded once. The layers are in dist/documents.

  --only PATTERN  only the documents whose name matches
  --schemas N     schemas of each document (150)
  --values N      values for each schema (200)
`

const layers = path('dist/documents')

const say = (line: string) => process.stdout.write(`${line}\n`)

/** As strict as a project can be, with the types of dependencies checked too. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'esnext.array', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: [],
  noEmit: true,
  allowImportingTsExtensions: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  verbatimModuleSyntax: true,
}

const options = {
  only: { type: 'string', default: '' },
  schemas: { type: 'string', default: '150' },
  values: { type: 'string', default: '200' },
  help: { type: 'boolean', default: false },
} as const

/** Tries one document and prints a line about it. Returns whether it is carried, compiles and is right. */
const report = async (name: string, file: string, scope: { schemas: number; values: number }) => {
  const folder = join(layers, name)
  rmSync(folder, { recursive: true, force: true })
  try {
    const outcome = await tryDocument(file, folder, scope)
    const project = join(folder, 'tsconfig.json')
    writeFileSync(project, JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const started = performance.now()
    const errors = compileProject(project).filter((line) => /error TS/.test(line))
    const compiled = (performance.now() - started) / 1000
    const { disagreements, unserved, operations, served, warnings, generated, size } = outcome
    const problems = [...errors, ...disagreements, ...unserved]
    const isRight = problems.length === 0
    say(
      `${isRight ? '✓' : '✗'} ${name}: ${operations} operations, ${served} stubs served, ${warnings} warnings; generated in ${generated.toFixed(1)} s, ${(size / 1e6).toFixed(2)} MB, compiled in ${compiled.toFixed(1)} s; ${outcome.judged} verdicts, ${outcome.valid} valid, ${disagreements.length} disagreements`,
    )
    for (const line of problems.slice(0, 5)) say(`    ${line.slice(0, 300)}`)
    return isRight
  } catch (error) {
    const isInvalid = error instanceof InvalidDocumentError
    if (!isInvalid && !(error instanceof UnsupportedError)) throw error
    say(`– ${name}: not carried`)
    for (const line of isInvalid ? [error.message] : error.findings.slice(0, 5)) say(`    ${line}`)
    return undefined
  }
}

const run = async (): Promise<number> => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) {
    say(usage)
    return 0
  }
  const documents =
    positionals.length > 0
      ? positionals.map((file) => [basename(file).replace(/\.\w+$/, ''), file] as const)
      : publicDocuments()
  const scope = { schemas: Number(values.schemas), values: Number(values.values) }
  const results: (boolean | undefined)[] = []
  for (const [name, file] of documents)
    if (new RegExp(values.only).test(name)) results.push(await report(name, file, scope))
  const count = (result: boolean | undefined) => results.filter((each) => each === result).length
  say(`${count(true)} right, ${count(false)} wrong, ${count(undefined)} not carried`)
  return count(false) > 0 || count(undefined) > 1 ? 1 : 0
}

process.exitCode = await run()
