import type { Document, Parameter } from '../../packages/openapi-hono/model/document.ts'
import {
  type Operation,
  type Reply,
  readOperations,
} from '../../packages/openapi-hono/model/model.ts'
import { sample } from '../../packages/openapi-hono/schema/sample.ts'
import { mergeMethods } from './reference-markdown.ts'
import { serverAddress } from './samples.ts'

/** Postman's Collection 2.1, which Bruno and others import too. */
const format = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Emits `/collection.json`: Postman requests of each operation, with the variables `base_url` and `apiKey`. */
export const emitCollection = (document: Document): string => {
  const operations = readOperations(mergeMethods(document))
  // A run of the folder needs what they change or delete.
  const last = ['put', 'patch', 'delete']
  // Tags of events have no requests.
  const tags = document.tags?.filter(({ name }) =>
    operations.some((each) => each.tags.includes(name)),
  )
  const collection = {
    info: {
      name: document.info.title,
      description: document.info.summary,
      version: document.info.version,
      schema: format,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: serverAddress(document) },
      { key: 'apiKey', value: '' },
    ],
    item: tags?.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter((each) => each.tags.includes(name))
        .toSorted((a, b) => last.indexOf(a.method) - last.indexOf(b.method))
        .flatMap((operation) => items(operation, document)),
    })),
  }
  return `${JSON.stringify(collection, null, 2)}\n`
}

/** Returns an operation's requests: one for each example of its body, or one without a body. */
function items(operation: Operation, document: Document) {
  const { id, summary, method, description, body, secured, replies } = operation
  const title = summary || id
  const request = {
    method: method.toUpperCase(),
    description: description || undefined,
    auth: secured ? undefined : { type: 'noauth' },
    header: body ? [{ key: 'Content-Type', value: body.contentType }] : [],
    url: address(operation, document),
  }
  const examples = body?.examples ?? []
  if (examples.length === 0) return [item(title, request, replies)]
  return examples.map(({ name, summary: words = name, value }) => {
    const sent = { mode: 'raw', raw: pretty(value), options: { raw: { language: 'json' } } }
    return item(
      examples.length > 1 ? `${title}: ${words}` : title,
      { ...request, body: sent },
      replies,
    )
  })
}

/** Returns a request with its saved responses. Postman and Bruno show each beside the request that it has. */
function item<Request extends { description: string | undefined }>(
  name: string,
  request: Request,
  replies: Operation['replies'],
) {
  const { description: _, ...originalRequest } = request
  const response = replies.flatMap(savedResponses).map((saved) => ({ ...saved, originalRequest }))
  return { name, request, response }
}

function pretty(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Returns the URL of an operation. Optional query parameters are listed as disabled. */
function address(operation: Operation, document: Document) {
  const places = (place: string) => operation.parameters.filter((each) => each.in === place)
  const path = operation.path
    .slice(1)
    .split('/')
    .map((step) => step.replace(/^\{(.+)\}$/, ':$1'))
  const query = places('query').map((parameter) => ({
    ...entry(parameter, document),
    disabled: !parameter.required,
  }))
  const sent = query.filter(({ disabled }) => !disabled)
  const search = sent.map(({ key, value }) => `${key}=${value}`).join('&')
  return {
    raw: `{{base_url}}/${path.join('/')}${search ? `?${search}` : ''}`,
    host: ['{{base_url}}'],
    path,
    query,
    variable: places('path').map((parameter) => entry(parameter, document)),
  }
}

function entry(parameter: Parameter, document: Document) {
  return {
    key: parameter.name,
    value: sentValue(parameter, document),
    description: parameter.description?.trim(),
  }
}

function sentValue({ example, schema = {} }: Parameter, document: Document): string {
  const value = example ?? schema.default ?? sample(schema, document.components?.schemas ?? {})
  return [value].flat().map(String).join(',')
}

function savedResponses({ status, contentType, examples, description }: Reply) {
  return examples.map(({ name, summary, value }) => ({
    name: `${status} ${summary ?? name}`,
    code: status,
    status: description.split('\n')[0],
    header: contentType ? [{ key: 'Content-Type', value: contentType }] : [],
    _postman_previewlanguage: typeof value === 'string' ? 'text' : 'json',
    body: pretty(value),
  }))
}
