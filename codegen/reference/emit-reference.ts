import type { Document, Schema } from '../model/document.ts'
import { type Operation, readOperations, readWebhooks, type Webhook } from '../model/model.ts'
import { chapters, linked } from './chapters.ts'
import { fieldsTable } from './fields.ts'
import { mergeMethods } from './merge-methods.ts'
import {
  bodyLines,
  headersTable,
  operationSection,
  parametersTable,
  replyLines,
} from './operation-section.ts'
import { isDocumented, schemaWords } from './schema-words.ts'
import { type SharedParts, sharedParts } from './shared-parts.ts'

type Schemas = Record<string, Schema>

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

const tagSection = (
  tag: { name: string; description?: string },
  operations: readonly Operation[],
  schemas: Schemas,
  shared: SharedParts,
): string[] => {
  const own = operations.filter(({ tags }) => tags[0] === tag.name)
  if (own.length === 0) return []
  return [
    '',
    `## ${tag.name}`,
    ...(tag.description ? ['', tag.description] : []),
    ...own.flatMap((operation) => operationSection(operation, schemas, shared)),
  ]
}

/** Returns the section of an event. */
export const eventSection = (webhook: Webhook, schemas: Schemas): string[] => {
  const { name, summary, description, category, parameters, replies, examples, schema } = webhook
  return [
    '',
    `<a id="${name}"></a>`,
    '',
    `### ${name}`,
    '',
    [summary, ...(category ? [`about ${category}s`] : ['cannot be subscribed to'])].join(' · '),
    ...(description ? ['', description] : []),
    ...parametersTable(parameters, schemas),
    ...bodyLines(
      {
        contentType: 'application/json',
        required: true,
        schema,
        examples,
        invalid: '',
        contents: [],
      },
      schemas,
    ),
    ...replies.flatMap(({ status, description: words }) => ['', `**${status}** ${words}`]),
  ]
}

const schemaSection = ([name, schema]: [string, Schema], schemas: Schemas): string[] => [
  '',
  `<a id="schema-${name}"></a>`,
  '',
  `### ${name}`,
  ...(schema.description ? ['', schema.description.trim()] : []),
  ...(schema.properties ? fieldsTable(schema, schemas) : ['', schemaWords(schema, schemas)]),
]

/** Responses of every operation, and headers of every response. */
const sharedSection = (shared: SharedParts, schemas: Schemas): string[] =>
  shared.replies.length + shared.headers.length === 0
    ? []
    : [
        '',
        '<a id="every-operation"></a>',
        '',
        '## Every operation',
        ...(shared.headers.length > 0 ? ['', 'Every response has these headers.'] : []),
        ...headersTable(shared.headers, schemas),
        ...shared.replies.flatMap((reply) => replyLines(reply, schemas, shared)),
      ]

/** Tags of operations, those that the document describes first. */
const tagsOf = ({ tags = [] }: Document, operations: readonly Operation[]) => {
  const known = new Set(tags.map(({ name }) => name))
  const others = operations.flatMap(({ tags: own }) => own.slice(0, 1))
  return [
    ...tags,
    ...[...new Set(others)].filter((name) => !known.has(name)).map((name) => ({ name })),
  ]
}

const untagged = { name: 'Operations' }

/** Emits `reference.md`: the whole document as one Markdown page. */
export const emitReference = (document: Document): string => {
  const { info } = document
  const operations = readOperations(mergeMethods(document))
  const schemas = document.components?.schemas ?? {}
  const webhooks = readWebhooks(document)
  const all = operations.map((operation) =>
    operation.tags.length > 0 ? operation : { ...operation, tags: [untagged.name] },
  )
  const shared = sharedParts(all)
  const documented = Object.entries(schemas).filter(([, schema]) => isDocumented(schema))
  const lines = [
    `# ${info.title}`,
    '',
    `Version ${info.version}.${info.summary ? ` ${info.summary}` : ''}`,
    ...(info.description ? ['', chapters(info.description)] : []),
    ...(document.servers ? ['', '## Servers', '', ...servers(document)] : []),
    ...(document.components?.securitySchemes ? ['', '## Keys', ...keys(document)] : []),
    ...sharedSection(shared, schemas),
    ...tagsOf(document, all).flatMap((tag) => tagSection(tag, all, schemas, shared)),
    ...(webhooks.length > 0
      ? ['', '## Events', ...webhooks.flatMap((webhook) => eventSection(webhook, schemas))]
      : []),
    ...(documented.length > 0
      ? ['', '## Schemas', ...documented.flatMap((entry) => schemaSection(entry, schemas))]
      : []),
  ]
  return linked(`${lines.join('\n')}\n`, webhooks)
}
