import { isDeepStrictEqual } from 'node:util'
import {
  componentName,
  type Document,
  methods,
  type Parameter,
  type PathItem,
  type Schema,
} from '../model/document.ts'
import { linkSource } from '../model/links.ts'
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
} from '../model/model.ts'
import { code, linked, member, outsideCode, slug, table } from './markdown.ts'

type Schemas = Readonly<Record<string, Schema>>

const number = (value: number): string => value.toLocaleString('en-US')

/** Describes a range of numbers or counts. */
const range = (least: number | undefined, most: number | undefined, unit = '') => {
  const [one, many] = unit === '' ? ['', ''] : [` ${unit}`, ` ${unit.replace(/y$/, 'ie')}s`]
  const counted = (value: number) => `${number(value)}${value === 1 ? one : many}`
  if (least === most) return least === undefined ? undefined : `exactly ${counted(least)}`
  if (least !== undefined && most !== undefined) return `${number(least)} to ${counted(most)}`
  if (least === 1 && unit !== '') return 'not empty'
  if (least !== undefined) return `at least ${counted(least)}`
  return most === undefined ? undefined : `at most ${counted(most)}`
}

const bounds = (schema: Schema): string[] => {
  const { exclusiveMinimum: above, exclusiveMaximum: below, format, pattern, title } = schema
  return [
    range(schema.minimum, schema.maximum),
    above === undefined ? undefined : `above ${number(above)}`,
    below === undefined ? undefined : `below ${number(below)}`,
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minItems, schema.maxItems, 'entry'),
    format === undefined ? undefined : `format ${code(format)}`,
    // A pattern is no text for readers: the title says in words what it allows.
    pattern === undefined || title !== undefined ? undefined : `matches ${code(pattern)}`,
  ].filter((words) => words !== undefined)
}

const typeWords = (schema: Schema): string => {
  if ('const' in schema) return `always ${code(schema.const)}`
  if (schema.enum) return `one of ${schema.enum.map(code).join(', ')}`
  if (schema.anyOf) return schema.anyOf.map((each) => schemaWords(each)).join(' or ')
  const { title, pattern, items = {} } = schema
  return [schema.type ?? 'anything']
    .flat()
    .map((type) => {
      if (type === 'array') return `array of ${schemaWords(items)}`
      return type === 'string' && pattern !== undefined && title !== undefined ? title : type
    })
    .join(' or ')
}

/** Returns whether a component has a section of its own: it has fields, or alternatives with fields. */
const isDocumented = (schema: Schema): boolean =>
  schema.properties !== undefined || schema.anyOf !== undefined

/** Replaces a reference to a component without a section by the component. */
const inPlace = (schema: Schema, schemas: Schemas): Schema => {
  const target = schema.$ref === undefined ? undefined : schemas[componentName(schema.$ref)]
  return target && !isDocumented(target) ? inPlace(target, schemas) : schema
}

/** Describes a schema in words. A component with a section of its own is a link to it. */
const schemaWords = (given: Schema, schemas: Schemas = {}): string => {
  const schema = inPlace(given, schemas)
  const { $ref, items, anyOf } = schema
  if ($ref !== undefined) return `[${componentName($ref)}](#schema-${componentName($ref)})`
  const known = {
    ...schema,
    ...(items ? { items: inPlace(items, schemas) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((each) => inPlace(each, schemas)) } : {}),
  }
  return [typeWords(known), ...bounds(schema)].join(', ')
}

/** Returns the description of a field, or else of its component. */
const described = ({ description, $ref, example }: Schema, schemas: Schemas): string => {
  const target = $ref === undefined ? undefined : schemas[componentName($ref)]
  const shown = example ?? target?.example
  const words = (description ?? (target?.properties ? '' : (target?.description ?? ''))).trim()
  return [words, shown === undefined ? '' : `Example: ${code(shown)}.`].join(' ').trim()
}

const fieldRows = (
  { properties = {}, required = [] }: Schema,
  schemas: Schemas,
  prefix = '',
): string[][] =>
  Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    const always = required.includes(name) ? 'yes' : 'no'
    const row = [
      `\`${path}\``,
      schemaWords(property, schemas),
      always,
      described(property, schemas),
    ]
    if (property.properties) return [row, ...fieldRows(property, schemas, `${path}.`)]
    return [row, ...fieldRows(property.items ?? {}, schemas, `${path}[].`)]
  })

/** Describes the fields that a condition requires. */
const condition = ({ if: given, then }: Schema): string[] => {
  if (!given || !then) return []
  const when = Object.entries(given.properties ?? {}).map(
    ([name, property]) => `${code(name)} is ${code(property.const)}`,
  )
  const required = (then.required ?? []).map(code).join(', ')
  return ['', `If ${when.join(' and ')}, ${required} is required.`]
}

/** Returns the fields of an object as a table; no lines for other schemas. */
const fieldsTable = (schema: Schema | undefined, schemas: Schemas): string[] =>
  schema?.properties
    ? [
        ...table(['field', 'value', 'always', 'meaning'], fieldRows(schema, schemas)),
        ...condition(schema),
      ]
    : []

const bodyWords = (schema: Schema, schemas: Schemas): string =>
  schema.properties ? 'an object' : schemaWords(schema, schemas)

/** Returns examples, each with its name. */
const exampleBlocks = (examples: readonly NamedExample[]): string[] =>
  examples.flatMap(({ name, summary, value }) => {
    const [kind, text] =
      typeof value === 'string' ? ['text', value] : ['json', JSON.stringify(value, null, 2)]
    const title = `Example \`${name}\`${summary ? `: ${summary}` : ''}`
    return ['', title, '', `\`\`\`${kind}`, text, '```']
  })

const parametersTable = (parameters: readonly Parameter[], schemas: Schemas): string[] =>
  table(
    ['parameter', 'in', 'value', 'required', 'meaning'],
    parameters.map(({ name, in: place, required, schema = {}, description = '' }) => [
      `\`${name}\``,
      place,
      schemaWords(schema, schemas),
      required ? 'yes' : schema.default === undefined ? 'no' : `no; else \`${schema.default}\``,
      description,
    ]),
  )

const bodyLines = (
  { contentType, required, schema, examples }: Omit<Body, 'invalid' | 'contents'>,
  schemas: Schemas,
): string[] => [
  '',
  `**Body** (\`${contentType}\`, ${required ? 'required' : 'optional'}): ${bodyWords(schema, schemas)}`,
  ...fieldsTable(schema, schemas),
  ...exampleBlocks(examples),
]

const headersTable = (headers: readonly ReplyHeader[], schemas: Schemas): string[] =>
  table(
    ['header', 'value', 'meaning'],
    headers.map(({ name, schema, description }) => [
      `\`${name}\``,
      schemaWords(schema, schemas),
      description,
    ]),
  )

/**
 * Returns the links of a response as a list in Markdown, with the source of each value.
 * @param anchorOf returns where an operation is described.
 */
export const linkList = (
  links: readonly ReplyLink[],
  anchorOf: (operationId: string) => string,
): string[] => {
  const lines = links.map(({ operationId, description, parameters, requestBody }) => {
    const call = `[\`${operationId}\`](${anchorOf(operationId)})`
    const given = Object.entries({ ...parameters, ...Object(requestBody) }).flatMap(
      ([name, value]) => {
        const source = linkSource(value)
        return source
          ? [`\`${name}\` to the \`${member(source.pointer)}\` of this ${source.of}`]
          : []
      },
    )
    const sources = given.length > 0 ? ` Set ${given.join(' and ')}.` : ''
    return `- ${description ? `${description.replace(/\.$/, '')}: call` : 'Call'} ${call}.${sources}`
  })
  return lines.length === 0 ? [] : ['', 'Next calls:', '', ...lines]
}

/** Headers and responses that all operations share. */
export type SharedParts = { headers: readonly ReplyHeader[]; replies: readonly Reply[] }

const isIn = <T>(list: readonly T[], one: T): boolean =>
  list.some((each) => isDeepStrictEqual(each, one))

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

const replyLines = (reply: Reply, schemas: Schemas, shared: SharedParts): string[] => {
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

/** Returns the section of an operation. */
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
    ...['', `<a id="${id}"></a>`, '', `### ${summary || id}`, '', facts.join(' · ')],
    ...(announces ? ['', `**Deprecated.** ${announced.join(', ')}`] : []),
    ...(description ? ['', description] : []),
    ...parametersTable(operation.parameters, schemas),
    ...(body ? bodyLines(body, schemas) : []),
    ...own.flatMap((reply) => replyLines(reply, schemas, shared)),
    ...(others ? ['', `**${others}** as [every operation](#every-operation).`] : []),
  ]
}

/** Returns the section of an event. */
export const eventSection = (webhook: Webhook, schemas: Schemas): string[] => {
  const { name, summary, description, category, parameters, replies, examples, schema } = webhook
  return [
    ...['', `<a id="${name}"></a>`, '', `### ${name}`, ''],
    `${summary} · ${category ? `about ${category}s` : 'cannot be subscribed to'}`,
    ...(description ? ['', description] : []),
    ...parametersTable(parameters, schemas),
    ...bodyLines({ contentType: 'application/json', required: true, schema, examples }, schemas),
    ...replies.flatMap(({ status, description: words }) => ['', `**${status}** ${words}`]),
  ]
}

const servers = ({ servers: all = [] }: Document): string[] =>
  all.flatMap(({ url, description, variables = {} }) => [
    `- \`${url}\`${description ? `: ${description}` : ''}`,
    ...Object.entries(variables).map(([name, variable]) =>
      `  - \`{${name}}\`: \`${variable.default}\` unless you know another. ${variable.description ?? ''}`.trimEnd(),
    ),
  ])

const keys = ({ components }: Document): string[] =>
  Object.values(components?.securitySchemes ?? {}).flatMap(({ scheme, description = '' }) => [
    ...(scheme === 'bearer' ? ['', '`Authorization: Bearer <API_KEY>`'] : []),
    ...(description ? ['', description.trim()] : []),
  ])

/** Returns chapters with their headings below that of the page, each with an anchor. */
const chapters = (text: string): string =>
  outsideCode(text.trim(), (piece) =>
    piece.replaceAll(
      /^(#{1,4}) (.+)$/gm,
      (_, level: string, heading: string) =>
        `<a id="section/${slug(heading)}"></a>\n\n#${level} ${heading}`,
    ),
  )

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ['', `## ${title}`, ...lines] : []

/** Keeps one operation of a path whose methods all do the same. */
const mergedItem = (item: PathItem): PathItem => {
  const id = item['x-other-methods']
  const kept = methods.find((method) => item[method]?.operationId === id)
  if (id === undefined || kept === undefined) return item
  const isOther = (key: string) => key !== kept && methods.some((method) => method === key)
  return Object.fromEntries(Object.entries(item).filter(([key]) => !isOther(key)))
}

/** Returns the document with one operation for each path whose methods all do the same (`x-other-methods`). */
export const mergeMethods = ({ paths = {}, ...document }: Document): Document => ({
  ...document,
  paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, mergedItem(item)])),
})

/** Emits `reference.md`: the whole document as one Markdown page. */
export const emitReference = (document: Document): string => {
  const { info, components } = document
  const schemas = components?.schemas ?? {}
  const webhooks = readWebhooks(document)
  const operations = readOperations(mergeMethods(document))
  const shared = sharedParts(operations)
  const tagOf = ({ tags: [first = 'Operations'] }: Operation) => first
  // Tags that the document describes come first.
  const described = new Map((document.tags ?? []).map((tag) => [tag.name, tag.description]))
  const lines = [
    `# ${info.title}`,
    '',
    `Version ${info.version}.${info.summary ? ` ${info.summary}` : ''}`,
    ...(info.description ? ['', chapters(info.description)] : []),
    ...(document.servers ? ['', '## Servers', '', ...servers(document)] : []),
    ...(components?.securitySchemes ? ['', '## Keys', ...keys(document)] : []),
    ...(shared.headers.length + shared.replies.length === 0
      ? []
      : ['', '<a id="every-operation"></a>', '', '## Every operation']),
    ...(shared.headers.length > 0 ? ['', 'Every response has these headers.'] : []),
    ...headersTable(shared.headers, schemas),
    ...shared.replies.flatMap((reply) => replyLines(reply, schemas, shared)),
    ...[...new Set([...described.keys(), ...operations.map(tagOf)])].flatMap((tag) => {
      const own = operations.filter((operation) => tagOf(operation) === tag)
      const words = described.get(tag)
      return section(
        tag,
        own.flatMap((operation, i) => [
          ...(i === 0 && words ? ['', words] : []),
          ...operationSection(operation, schemas, shared),
        ]),
      )
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
              ...['', `<a id="schema-${name}"></a>`, '', `### ${name}`],
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
