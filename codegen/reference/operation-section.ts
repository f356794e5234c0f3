import type { Parameter, Schema } from '../model/document.ts'
import type { Body, NamedExample, Operation, Reply, ReplyHeader } from '../model/model.ts'
import { fieldsTable } from './fields.ts'
import { linkList } from './link-list.ts'
import { schemaWords } from './schema-words.ts'
import { ownHeaders, ownReplies, type SharedParts } from './shared-parts.ts'
import { table } from './table.ts'

type Schemas = Record<string, Schema>

/** Returns a value as a code block. */
const block = (value: unknown): string[] =>
  typeof value === 'string'
    ? ['```text', value, '```']
    : ['```json', JSON.stringify(value, null, 2), '```']

/** Returns examples, each with its name. */
const exampleBlocks = (examples: readonly NamedExample[]): string[] =>
  examples.flatMap(({ name, summary, value }) => [
    '',
    `Example \`${name}\`${summary ? `: ${summary}` : ''}`,
    '',
    ...block(value),
  ])

/** Returns parameters as a table. */
export const parametersTable = (parameters: readonly Parameter[], schemas: Schemas): string[] => {
  const rows = parameters.map(({ name, in: place, required, schema = {}, description = '' }) => [
    `\`${name}\``,
    place,
    schemaWords(schema, schemas),
    required ? 'yes' : schema.default === undefined ? 'no' : `no; else \`${schema.default}\``,
    description,
  ])
  return table(['parameter', 'in', 'value', 'required', 'meaning'], rows)
}

/** Returns the section of a body: its fields or its schema's name, and its examples. */
export const bodyLines = (
  { contentType, required, schema, examples }: Body,
  schemas: Schemas,
): string[] => [
  '',
  `**Body** (\`${contentType}\`, ${required ? 'required' : 'optional'}): ${schema.properties ? 'an object' : schemaWords(schema, schemas)}`,
  ...(schema.properties ? fieldsTable(schema, schemas) : []),
  ...exampleBlocks(examples),
]

/** Returns response headers as a table. */
export const headersTable = (headers: readonly ReplyHeader[], schemas: Schemas): string[] =>
  table(
    ['header', 'value', 'meaning'],
    headers.map(({ name, schema, description }) => [
      `\`${name}\``,
      schemaWords(schema, schemas),
      description,
    ]),
  )

/** Returns the section of a response. */
export const replyLines = (reply: Reply, schemas: Schemas, shared: SharedParts): string[] => {
  const { status, description, contentType, schema, examples, links } = reply
  return [
    '',
    `**${status}** ${description.replaceAll('\n', ' ')}`,
    ...(contentType && schema
      ? [
          '',
          `\`${contentType}\`: ${schema.properties ? 'an object' : schemaWords(schema, schemas)}`,
        ]
      : []),
    ...(schema?.properties ? fieldsTable(schema, schemas) : []),
    ...headersTable(ownHeaders(reply, shared), schemas),
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
  const { id, method, path, summary, description, secured, parameters, body } = operation
  const facts = [
    `\`${method.toUpperCase()} ${path}\``,
    `\`${id}\``,
    ...(secured ? [] : ['needs no key']),
    ...(operation.otherMethods ? ['every other method gives the same response'] : []),
  ]
  return [
    '',
    `<a id="${id}"></a>`,
    '',
    `### ${summary || id}`,
    '',
    facts.join(' · '),
    ...(operation.announces
      ? [
          '',
          `**Deprecated.** ${Object.entries(operation.announces)
            .map(([name, value]) => `\`${name}: ${value}\``)
            .join(', ')}`,
        ]
      : []),
    ...(description ? ['', description] : []),
    ...parametersTable(parameters, schemas),
    ...(body ? bodyLines(body, schemas) : []),
    ...ownReplies(operation, shared).flatMap((reply) => replyLines(reply, schemas, shared)),
    ...(shared.replies.length > 0
      ? [
          '',
          `**${shared.replies.map(({ status }) => status).join(', ')}** as [every operation](#every-operation).`,
        ]
      : []),
  ]
}
