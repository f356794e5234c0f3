import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { componentName } from '../../codegen/model/document.ts'
import { at } from '../../codegen/model/pointer.ts'

const isObject = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

/** Extensions that clients or subscribers notice. All others are for tools. */
const noticed = new Set(['x-deprecation', 'x-invalid-body', 'x-category'])

/** Keywords whose keys are names of the API, so that a key such as `x-ray` is not an extension. */
const maps = new Set([
  ...['properties', 'patternProperties', '$defs', 'paths', 'webhooks', 'headers', 'responses'],
  ...['content', 'schemas', 'parameters', 'requestBodies', 'examples', 'securitySchemes'],
  ...['callbacks', 'links', 'encoding', 'variables', 'mapping', 'scopes'],
])

/** Keywords whose values are data of the API and are kept unchanged. */
const values = new Set(['example', 'value', 'default', 'const', 'enum', ...noticed])

/**
 * Removes the extensions that clients and subscribers do not notice. `redocly diff` compares
 * extensions too: it reports a parameter with a changed extension as a different parameter.
 */
const withoutExtensions = (part: unknown, isMap = false): unknown => {
  if (Array.isArray(part)) return part.map((each) => withoutExtensions(each))
  if (!isObject(part)) return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name]) => isMap || !name.startsWith('x-') || noticed.has(name))
      .map(([name, value]) => [
        name,
        !isMap && values.has(name) ? value : withoutExtensions(value, !isMap && maps.has(name)),
      ]),
  )
}

/** The key that keeps the component name of a schema after its reference is replaced. */
export const componentKey = 'x-component'

/**
 * Replaces every reference of a bundled document with its target. A change of a shared schema then
 * shows at each place where it is used, in requests and in responses. Schemas keep their names in
 * `x-component`. The document must not contain recursive schemas.
 */
const dereference = (document: unknown): unknown => {
  const inline = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inline)
    if (!isObject(part)) return part
    const { $ref, ...beside } = part
    if (typeof $ref !== 'string')
      return Object.fromEntries(
        Object.entries(part).map(([name, value]) => [
          name,
          name === 'example' || name === 'value' ? value : inline(value),
        ]),
      )
    const target = inline(at(document, $ref))
    const named = $ref.startsWith('#/components/schemas/')
      ? { [componentKey]: componentName($ref) }
      : {}
    return { ...(isObject(target) ? target : {}), ...inlineEntries(beside), ...named }
  }
  const inlineEntries = (part: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(part).map(([name, value]) => [name, inline(value)]))
  if (!isObject(document)) return document
  const { components, ...rest } = document
  const securitySchemes = isObject(components) ? components.securitySchemes : undefined
  return { ...inlineEntries(rest), components: { securitySchemes: inline(securitySchemes) ?? {} } }
}

const Side = z.object({ pointer: z.string(), value: z.unknown().optional() })
const Change = z.object({
  path: z.string(),
  typeName: z.string(),
  kind: z.enum(['added', 'removed', 'modified']),
  impact: z.enum(['major', 'minor', 'patch']),
  verdicts: z.array(z.object({ ruleId: z.string(), message: z.string() })),
  property: z.string().optional(),
  base: Side.optional(),
  revision: Side.optional(),
})
const Report = z.object({ changes: z.array(Change) })

/** A change as `redocly diff` reports it, with the rules that it violates. */
export type Change = z.infer<typeof Change>

const cli = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url))

/** Node types that contain only text for readers. */
const readable = /^(Info|License|Contact|Tag|TagList|ExternalDocs|Examples?|ExamplesMap)$/

/** Keywords that do not change requests or responses. */
const textKeywords = new Set([
  ...['title', 'summary', 'description', 'example', 'examples', 'externalDocs', 'tags', '$comment'],
  'x-component',
])

/** Pointer steps that are followed by a name of the API, so that `description` after them is a field. */
const named = new Set(['properties', 'paths', 'webhooks', 'headers', 'responses', 'content'])

/** Returns whether a change affects only texts: descriptions, examples and sources. */
const isTextChange = ({ path, typeName, property }: Change): boolean => {
  if (readable.test(typeName) || (property !== undefined && textKeywords.has(property))) return true
  const steps = path.split('/').slice(1)
  return steps.some((step, i) => textKeywords.has(step) && !named.has(steps[i - 1] ?? ''))
}

/**
 * Runs `redocly diff` on two documents. Its rules know whether a schema is sent or received: a bound
 * may widen in a request and narrow in a response, but not the other way round.
 * @throws {Error} with the output of `redocly diff`, when it cannot compare the documents.
 */
const redoclyDiff = (base: unknown, revision: unknown): Change[] => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-changes-'))
  try {
    writeFileSync(join(folder, 'base.json'), JSON.stringify(base))
    writeFileSync(join(folder, 'revision.json'), JSON.stringify(revision))
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [cli, 'diff', 'base.json', 'revision.json', '--format=json', '--fail-on=none'],
      {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 256 * 1024 * 1024,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    )
    if (!stdout.startsWith('{')) throw new Error(`the documents cannot be compared:\n${stderr}`)
    return Report.parse(JSON.parse(stdout)).changes
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the documents as they are compared, and their changes. Changes of texts are left out. */
export const compare = (base: unknown, revision: unknown) => {
  const [before, after] = [base, revision].map((document) =>
    dereference(withoutExtensions(document)),
  )
  const changes = redoclyDiff(before, after).filter((change) => !isTextChange(change))
  return { before, after, changes }
}
