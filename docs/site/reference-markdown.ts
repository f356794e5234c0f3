import {
  type Document,
  linkSource,
  methods,
  type Parameter,
  type PathItem,
  type Schema,
} from '../../packages/openapi-hono/model/document.ts'
import {
  type Body,
  type NamedExample,
  type Operation,
  type Reply,
  type ReplyHeader,
  type ReplyLink,
  readOperations,
  readWebhooks,
  type Webhook,
} from '../../packages/openapi-hono/model/model.ts'
import { errorChapter } from './errors.ts'
import { conditionOf, fieldsOf, isDocumented, type Schemas, schemaWords } from './fields.ts'
import { linked, member, outsideCode, slug, table } from './markdown.ts'

export type SharedParts = { headers: readonly ReplyHeader[]; replies: readonly Reply[] }

/** Returns the links of a response as a list in Markdown, with the source of each value. */
export const linkList = (
  links: readonly ReplyLink[],
  anchorOf: (operationId: string) => string,
): string[] => {
  const lines = links.map(({ operationId, description, parameters }) => {
    const call = `[\`${operationId}\`](${anchorOf(operationId)})`
    const given = Object.entries(parameters).flatMap(([name, value]) => {
      const source = linkSource(value)
      return source ? [`\`${name}\` to the \`${member(source.pointer)}\` of this ${source.of}`] : []
    })
    const sources = given.length > 0 ? ` Set ${given.join(' and ')}.` : ''
    return `- ${description ? `${description.replace(/\.$/, '')}: call` : 'Call'} ${call}.${sources}`
  })
  return lines.length === 0 ? [] : ['', 'Next calls:', '', ...lines]
}

/** Returns the headers of every response and the responses of every operation; none if there is only one operation. */
export const sharedParts = (operations: readonly Operation[]): SharedParts => {
  const [first, ...others] = operations
  if (!first || others.length === 0) return { headers: [], replies: [] }
  const everywhere = operations.flatMap(({ replies }) => replies)
  return {
    headers: (first.replies[0]?.headers ?? []).filter((header) =>
      everywhere.every(({ headers }) => isIn(headers, header)),
    ),
    replies: first.replies.filter((reply) => others.every(({ replies }) => isIn(replies, reply))),
  }
}

function isIn<T>(list: readonly T[], one: T): boolean {
  return list.some((each) => textOf(each) === textOf(one))
}

/** Returns a part as text, without its place in the document, which differs where references are resolved. */
function textOf(part: unknown): string {
  return JSON.stringify(part, (key, value) => (key === 'pointer' ? undefined : value))
}

export const operationSection = (
  operation: Operation,
  schemas: Schemas,
  shared: SharedParts,
): string[] => {
  const { id, method, path, summary, description, secured, announces, replies, body } = operation
  const facts = [
    `\`${method.toUpperCase()} ${path}\``,
    `\`${id}\``,
    ...(secured ? [] : ['needs no key']),
    ...(operation.otherMethods ? ['every other method gives the same response'] : []),
  ]
  const announced = Object.entries(announces ?? {}).map(([name, value]) => `\`${name}: ${value}\``)
  const own = replies.filter((reply) => !isIn(shared.replies, reply))
  const others = shared.replies.map(({ status }) => status).join(', ')
  return [
    '',
    `<a id="${id}"></a>`,
    '',
    `### ${summary || id}`,
    '',
    facts.join(' · '),
    ...(announces ? ['', `**Deprecated.** ${announced.join(', ')}`] : []),
    ...(description ? ['', description] : []),
    ...parametersTable(operation.parameters, schemas),
    ...(body ? bodyLines(body, schemas) : []),
    ...own.flatMap((reply) => replyLines(reply, schemas, shared)),
    ...(others ? ['', `**${others}** as [every operation](#section/every-operation).`] : []),
  ]
}

function parametersTable(parameters: readonly Parameter[], schemas: Schemas): string[] {
  return table(
    ['parameter', 'in', 'value', 'required', 'meaning'],
    parameters.map(({ name, in: place, required, schema = {}, description = '' }) => [
      `\`${name}\``,
      place,
      schemaWords(schema, schemas),
      required ? 'yes' : schema.default === undefined ? 'no' : `no; else \`${schema.default}\``,
      description,
    ]),
  )
}

function bodyLines(
  { contentType, required, schema, examples }: Omit<Body, 'invalid' | 'contents'>,
  schemas: Schemas,
): string[] {
  return [
    '',
    `**Body** (\`${contentType}\`, ${required ? 'required' : 'optional'}): ${bodyWords(schema, schemas)}`,
    ...fieldsTable(schema, schemas),
    ...exampleBlocks(examples),
  ]
}

function bodyWords(schema: Schema, schemas: Schemas): string {
  return schema.properties ? 'an object' : schemaWords(schema, schemas)
}

function fieldsTable(schema: Schema | undefined, schemas: Schemas): string[] {
  if (!schema?.properties) return []
  const rows = fieldsOf(schema, schemas).map(({ path, value, required, meaning }) => [
    `\`${path}\``,
    value,
    required ? 'yes' : 'no',
    meaning,
  ])
  const words = conditionOf(schema)
  return [...table(['field', 'value', 'always', 'meaning'], rows), ...(words ? ['', words] : [])]
}

function exampleBlocks(examples: readonly NamedExample[]): string[] {
  return examples.flatMap(({ name, summary, value }) => {
    const [kind, text] =
      typeof value === 'string' ? ['text', value] : ['json', JSON.stringify(value, null, 2)]
    const title = `Example \`${name}\`${summary ? `: ${summary}` : ''}`
    return ['', title, '', `\`\`\`${kind}`, text, '```']
  })
}

function replyLines(reply: Reply, schemas: Schemas, shared: SharedParts): string[] {
  const { status, description, contentType, schema, examples, links } = reply
  const own = reply.headers.filter((header) => !isIn(shared.headers, header))
  return [
    '',
    `**${status}** ${description.replaceAll('\n', ' ')}`,
    ...(contentType && schema ? ['', `\`${contentType}\`: ${bodyWords(schema, schemas)}`] : []),
    ...fieldsTable(schema, schemas),
    ...headersTable(own, schemas),
    ...exampleBlocks(examples),
    ...linkList(links, (id) => `#${id}`),
  ]
}

function headersTable(headers: readonly ReplyHeader[], schemas: Schemas): string[] {
  return table(
    ['header', 'value', 'meaning'],
    headers.map(({ name, schema, description }) => [
      `\`${name}\``,
      schemaWords(schema, schemas),
      description,
    ]),
  )
}

export const eventSection = (webhook: Webhook, schemas: Schemas): string[] => {
  const { name, summary, description, category, parameters, replies, examples, schema } = webhook
  return [
    '',
    `<a id="${name}"></a>`,
    '',
    `### ${name}`,
    '',
    `${summary} · ${category ? `about ${category}s` : 'cannot be subscribed to'}`,
    ...(description ? ['', description] : []),
    ...parametersTable(parameters, schemas),
    ...bodyLines({ contentType: 'application/json', required: true, schema, examples }, schemas),
    ...replies.flatMap(({ status, description: words }) => ['', `**${status}** ${words}`]),
  ]
}

/** Returns the document with one operation for each path whose methods all do the same (`x-other-methods`). */
export const mergeMethods = ({ paths = {}, ...document }: Document): Document => ({
  ...document,
  paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, mergedItem(item)])),
})

/** Keeps one operation of a path whose methods all do the same. */
function mergedItem(item: PathItem): PathItem {
  const id = item['x-other-methods']
  const kept = methods.find((method) => item[method]?.operationId === id)
  if (id === undefined || kept === undefined) return item
  const isOther = (key: string) => key !== kept && methods.some((method) => method === key)
  return Object.fromEntries(Object.entries(item).filter(([key]) => !isOther(key)))
}

/** Emits `/docs.md`: the whole document as one Markdown page. */
export const emitReference = (document: Document): string => {
  const { info, components } = document
  const schemas = components?.schemas ?? {}
  const webhooks = readWebhooks(document)
  const operations = readOperations(mergeMethods(document))
  const shared = sharedParts(operations)
  const lines = [
    `# ${info.title}`,
    '',
    `Version ${info.version}.${info.summary ? ` ${info.summary}` : ''}`,
    '',
    chapters(`${info.description ?? ''}\n\n${commonChapters(operations, shared, schemas)}`),
    ...(document.tags ?? []).flatMap(({ name, description = '' }) => {
      const own = operations.filter(({ tags }) => tags.includes(name))
      const parts = own.flatMap((operation) => operationSection(operation, schemas, shared))
      return section(name, parts.length > 0 ? ['', description, ...parts] : [])
    }),
    ...section(
      'Events',
      webhooks.flatMap((webhook) => eventSection(webhook, schemas)),
    ),
    ...section(
      'Schemas',
      Object.entries(schemas).flatMap(([name, schema]) =>
        isDocumented(schema)
          ? [
              '',
              `<a id="schema-${name}"></a>`,
              '',
              `### ${name}`,
              ...(schema.description ? ['', schema.description.trim()] : []),
              ...(schema.properties
                ? fieldsTable(schema, schemas)
                : ['', schemaWords(schema, schemas)]),
            ]
          : [],
      ),
    ),
  ]
  return linked(`${lines.join('\n')}\n`, webhooks)
}

/** Returns the chapters of what all operations share, and of their error messages. */
export const commonChapters = (
  operations: readonly Operation[],
  shared: SharedParts,
  schemas: Schemas = {},
): string => {
  const { headers, replies } = shared
  const lines = [
    ...(headers.length > 0 ? ['', 'Every response has these headers.'] : []),
    ...headersTable(headers, schemas),
    ...replies.flatMap((reply) => replyLines(reply, schemas, shared)),
  ]
  const first = lines.length > 0 ? ['# Every operation', ...lines].join('\n') : ''
  return `${first}\n\n${errorChapter(operations)}`
}

/** Returns chapters with their headings below that of the page, each with an anchor. */
function chapters(text: string): string {
  let chapter = ''
  return outsideCode(text.trim(), (piece) =>
    piece.replaceAll(/^(#{1,4}) (.+)$/gm, (_, level: string, heading: string) => {
      if (level === '#') chapter = slug(heading)
      const place = level === '#' ? chapter : `${chapter}/${slug(heading)}`
      return `<a id="section/${place}"></a>\n\n#${level} ${heading}`
    }),
  )
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', `## ${title}`, ...lines] : []
}
