import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Document, SampleVariables } from '../../packages/openapi-hono/model/document.ts'
import type { Operation } from '../../packages/openapi-hono/model/model.ts'
import { member, oneLine } from './markdown.ts'
import { sampleVariables, serverAddress } from './samples.ts'

const Criteria = z.array(z.object({ condition: z.string() })).default([])
const Action = z.object({
  type: z.enum(['goto', 'retry', 'end']),
  stepId: z.string().optional(),
  retryAfter: z.number().default(0),
  criteria: Criteria,
})
const Parameter = z.object({ name: z.string(), in: z.string(), value: z.unknown() })
const Step = z.object({
  stepId: z.string(),
  description: z.string().default(''),
  operationId: z.string(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ contentType: z.string(), payload: z.unknown() }).optional(),
  successCriteria: Criteria,
  onSuccess: z.array(Action).default([]),
  onFailure: z.array(Action).default([]),
  outputs: z.record(z.string(), z.string()).default({}),
})
const Input = z.object({
  description: z.string().default(''),
  examples: z.array(z.string()).default([]),
})
const Workflow = z.object({
  summary: z.string().default(''),
  inputs: z.object({ properties: z.record(z.string(), Input) }),
  steps: z.array(Step),
})
const Arazzo = z.object({
  info: z.object({ title: z.string(), summary: z.string(), description: z.string() }),
  workflows: z.array(Workflow),
})

type Step = z.infer<typeof Step>
type Action = z.infer<typeof Action>

/** The parts of an Arazzo document that a tutorial uses, with its file's name. */
export type Tutorial = z.infer<typeof Arazzo> & { name: string }

/** Reads the Arazzo documents of a folder, as `redocly respect` runs them. */
export const readWorkflows = async (folder: string): Promise<Tutorial[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.arazzo.yaml')).toSorted()
  return Promise.all(
    names.map(async (name) => ({
      name: basename(name, '.arazzo.yaml'),
      ...Arazzo.parse(parse(await readFile(join(folder, name), 'utf8'))),
    })),
  )
}

/** Emits a workflow as a page: each step as a curl command, and its response. */
export const emitTutorial = (
  { info, workflows }: Tutorial,
  document: Document,
  operations: readonly Operation[],
): string => {
  const stepLines = (step: Step, i: number, steps: readonly Step[]): string[] => {
    const { stepId, operationId, description } = step
    const operation = operations.find(({ id }) => id === operationId)
    if (!operation) throw new Error(`Step ${stepId} names an unknown operation: ${operationId}`)
    return [
      '',
      `### ${i + 1}. ${titled(stepId)}`,
      ...(description ? ['', oneLine(description)] : []),
      '',
      '```sh',
      ...command(step, operation, sampleVariables(document)),
      '```',
      ...expected(step),
      ...branches(step, steps),
    ]
  }
  const lines = [
    `# ${info.title}`,
    '',
    info.summary,
    '',
    info.description.trim(),
    ...workflows.flatMap(({ summary, inputs, steps }) => [
      ...(workflows.length > 1 ? ['', `## ${summary}`] : []),
      '',
      ...settings(inputs, document),
      ...steps.flatMap(stepLines),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns a name as a shell variable: `campaignId` becomes `CAMPAIGN_ID`. */
function variable(name: string): string {
  return name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll('-', '_')
    .toUpperCase()
}

/**
 * Replaces the runtime expressions of a text by shell variables. A command does not run without the
 * variables that earlier steps set, so it stops after a failed step.
 */
function inShell(text: string): string {
  return text
    .replaceAll(/\$inputs\.([\w-]+)/g, (_, name: string) => `$${variable(name)}`)
    .replaceAll(
      /\$steps\.[\w-]+\.outputs\.([\w-]+)/g,
      (_, name: string) => `\${${variable(name)}:?}`,
    )
}

/** A condition on the first element of a list. */
const first = /^\$response\.body#\/0\/(\w+) == '([^']*)'$/

/** Returns the program of jq that finds the elements with a condition on the first one: a reader's list has others before. */
function choiceOf(criteria: z.infer<typeof Criteria>): string {
  const [, name, value] = criteria.map(({ condition }) => first.exec(condition)).find(Boolean) ?? []
  return name === undefined ? '.' : `map(select(.${name} == "${value}"))`
}

/** Describes conditions on a response body in words. Leaves out others. */
function words(criteria: z.infer<typeof Criteria>): string[] {
  return criteria.flatMap(({ condition }) => {
    const [, name, text] = first.exec(condition) ?? []
    if (name !== undefined) return `the \`${name}\` of one element is \`${text}\``
    const [, pointer = '', sign, right = ''] =
      /^\$response\.body#(\S+) (==|!=) (.+)$/.exec(condition) ?? []
    if (sign === undefined) return []
    const value = right.startsWith('$')
      ? inShell(right).replace(/^\$\{(\w+):\?\}$/, '$$$1')
      : right.replaceAll("'", '')
    return `\`${member(pointer)}\` ${sign === '==' ? 'is' : 'is not'} ${right === 'null' ? right : `\`${value}\``}`
  })
}

/** Returns shell lines that set the workflow's inputs. The key has no example and must be set. */
function settings(inputs: z.infer<typeof Workflow>['inputs'], document: Document): string[] {
  const { url, key } = sampleVariables(document)
  const given = Object.entries(inputs.properties).map(([name, { description, examples }]) => ({
    line: examples.length === 0 ? `${key}=\${${key}:?}` : `${variable(name)}='${examples[0]}'`,
    description: oneLine(description),
  }))
  const width = Math.max(...given.map(({ line }) => line.length))
  return [
    '```sh',
    `${url}=\${${url}:-${serverAddress(document)}}`,
    ...given.map(({ line, description }) => `${line.padEnd(width)}  # ${description}`),
    '```',
  ]
}

/** Returns the curl command of a step, and what sets the variables that later steps use. */
function command(
  { parameters, requestBody, outputs, successCriteria }: Step,
  { method, path, secured }: Operation,
  variables: SampleVariables,
): string[] {
  const inPlace = (place: string) => parameters.filter((each) => each.in === place)
  const query = inPlace('query')
  const filled = inPlace('path').reduce(
    (address, { name, value }) => address.replace(`{${name}}`, inShell(String(value))),
    path,
  )
  const verb = method === 'get' ? (query.length > 0 ? '-G ' : '') : `-X ${method.toUpperCase()} `
  const parts = [
    `curl ${verb}"$${variables.url}${filled}"`,
    ...(secured ? [`-H "Authorization: Bearer $${variables.key}"`] : []),
    ...query.map(({ name, value }) => `--data-urlencode "${name}=${inShell(String(value))}"`),
  ]
  const body = requestBody && inShell(JSON.stringify(requestBody.payload, null, 2))
  if (requestBody) parts.push(`-H 'Content-Type: ${requestBody.contentType}'`, '--data @- <<END')
  const kept = Object.entries(outputs).map(([name, expression]) => {
    const from = member(expression.replace('$response.body#', ''))
    return `${variable(name)}=$(jq -er '${choiceOf(successCriteria)}${from} // empty' response.json)`
  })
  return [
    `${parts.join(' \\\n  ')}${kept.length > 0 ? ' | tee response.json' : ''}`,
    ...(body === undefined ? [] : [body, 'END']),
    ...kept,
  ]
}

/** Describes the next step, if it is not the following one. */
function branches({ stepId, onSuccess, onFailure }: Step, steps: readonly Step[]): string[] {
  const indexOf = (id: string | undefined) => steps.findIndex((each) => each.stepId === id)
  const next = steps[indexOf(stepId) + 1]?.stepId
  const isElsewhere = ({ type, stepId: to }: Action) => type !== 'goto' || to !== next
  const then = ({ type, stepId: to, retryAfter }: Action): string => {
    if (type === 'retry') return `retry after ${retryAfter} s`
    return type === 'end' ? 'you are done' : `continue with step ${indexOf(to) + 1}`
  }
  const lines = [
    ...onSuccess.map((action) => {
      const conditions = words(action.criteria)
      const otherwise = onSuccess.length > 1 ? 'Otherwise' : 'Then'
      return conditions.length > 0
        ? `- If ${conditions.join(' and ')}, ${then(action)}.`
        : `- ${otherwise} ${then(action)}.`
    }),
    ...onFailure
      .filter((action) => isElsewhere(action) || onSuccess.length > 0)
      .map((action) => `- If not, ${then(action)}.`),
  ]
  return lines.length > 0 ? ['', ...lines] : []
}

function expected({ successCriteria }: Step): string[] {
  const [status] = successCriteria.flatMap(
    ({ condition }) => /^\$statusCode == (\d{3})$/.exec(condition)?.[1] ?? [],
  )
  const also = words(successCriteria)
  return status === undefined
    ? []
    : ['', `Expected response: \`${status}\`${also.length > 0 ? `, and ${also.join(', ')}` : ''}.`]
}

/** Returns a step's name as a heading: `place-order` becomes `Place order`. */
function titled(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`
}
