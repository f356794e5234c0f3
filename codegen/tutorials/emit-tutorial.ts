import type { Document, SampleVariables } from '../model/document.ts'
import type { Operation } from '../model/model.ts'
import { sampleVariables, serverAddress } from '../samples/sample-request.ts'
import { conditionWords, inShell, member, statusOf, variable } from './expressions.ts'
import type { Action, Step, Tutorial, Workflow } from './read-workflows.ts'

const oneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ' ')

/** Returns a step's name as a heading: `place-order` becomes `Place order`. */
const titled = (id: string): string => {
  const words = id.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Returns shell lines that set the workflow's inputs. The key has no example and must be set. */
const settings = ({ inputs }: Workflow, document: Document): string[] => {
  const { url, key } = sampleVariables(document)
  const given = Object.entries(inputs.properties).map(
    ([
      name,
      {
        description,
        examples: [example],
      },
    ]) =>
      [
        example === undefined ? `${key}=\${${key}:?}` : `${variable(name)}='${example}'`,
        oneLine(description),
      ] as const,
  )
  const width = Math.max(...given.map(([line]) => line.length))
  const lines = given.map(([line, words]) => `${line.padEnd(width)}  # ${words}`)
  return ['```sh', `${url}=\${${url}:-${serverAddress(document)}}`, ...lines, '```']
}

/** Returns shell lines that set variables to values of the response. */
const kept = (outputs: Step['outputs']): string[] =>
  Object.entries(outputs).map(
    ([name, expression]) =>
      `${variable(name)}=$(jq -r '.${member(expression.replace('$response.body#', ''))}' response.json)`,
  )

/** Returns the curl command of a step, and what sets the variables that later steps use. */
const command = (
  { parameters, requestBody, outputs }: Step,
  { method, path, secured }: Operation,
  variables: SampleVariables,
) => {
  const inPath = parameters.filter((each) => each.in === 'path')
  const inQuery = parameters.filter((each) => each.in === 'query')
  const filled = inPath.reduce(
    (address, { name, value }) => address.replace(`{${name}}`, inShell(String(value))),
    path,
  )
  const verb = method === 'get' ? (inQuery.length > 0 ? '-G ' : '') : `-X ${method.toUpperCase()} `
  const parts = [
    `curl ${verb}"$${variables.url}${filled}"`,
    ...(secured ? [`-H "Authorization: Bearer $${variables.key}"`] : []),
    ...inQuery.map(({ name, value }) => `--data-urlencode "${name}=${inShell(String(value))}"`),
  ]
  const keep = kept(outputs)
  const saved = keep.length > 0 ? ' | tee response.json' : ''
  if (!requestBody) return [`${parts.join(' \\\n  ')}${saved}`, ...keep]
  const body = inShell(JSON.stringify(requestBody.payload, null, 2))
  return [
    [...parts, `-H 'Content-Type: ${requestBody.contentType}'`, `--data @- <<END${saved}`].join(
      ' \\\n  ',
    ),
    body,
    'END',
    ...keep,
  ]
}

const nextStep = (action: Action, steps: readonly Step[]): string => {
  if (action.type === 'retry') return `retry after ${action.retryAfter ?? 0} s`
  const at = steps.findIndex(({ stepId }) => stepId === action.stepId)
  return action.type === 'end' ? 'you are done' : `continue with step ${at + 1}`
}

/** Describes the next step, if it is not the following one. */
const branches = (step: Step, steps: readonly Step[]): string[] => {
  const next = steps[steps.indexOf(step) + 1]?.stepId
  const elsewhere = (action: Action) => action.type !== 'goto' || action.stepId !== next
  const after = step.onSuccess.map((action) => {
    const words = action.criteria.flatMap(({ condition }) => conditionWords(condition) ?? [])
    return words.length > 0
      ? `- If ${words.join(' and ')}, ${nextStep(action, steps)}.`
      : `- ${step.onSuccess.length > 1 ? 'Otherwise' : 'Then'} ${nextStep(action, steps)}.`
  })
  const without = step.onFailure
    .filter((action) => action.type === 'retry' || elsewhere(action) || step.onSuccess.length > 0)
    .map((action) => `- If not, ${nextStep(action, steps)}.`)
  const lines = [...after, ...without]
  return lines.length > 0 ? ['', ...lines] : []
}

/** Describes the expected response. */
const answer = ({ successCriteria }: Step): string[] => {
  const status = successCriteria.flatMap(({ condition }) => statusOf(condition) ?? [])
  const words = successCriteria.flatMap(({ condition }) => conditionWords(condition) ?? [])
  if (status.length === 0) return []
  const also = words.length > 0 ? `, and ${words.join(', ')}` : ''
  return ['', `Expected response: \`${status[0]}\`${also}.`]
}

const stepLines = (
  step: Step,
  number: number,
  { steps }: Workflow,
  operations: readonly Operation[],
  variables: SampleVariables,
): string[] => {
  const operation = operations.find(({ id }) => id === step.operationId)
  if (!operation)
    throw new Error(`Step ${step.stepId} names an unknown operation: ${step.operationId}`)
  return [
    '',
    `### ${number}. ${titled(step.stepId)}`,
    ...(step.description ? ['', oneLine(step.description)] : []),
    '',
    '```sh',
    ...command(step, operation, variables),
    '```',
    ...answer(step),
    ...branches(step, steps),
  ]
}

/** Emits a workflow as a page: each step as a curl command, and its response. */
export const emitTutorial = (
  { info, workflows }: Tutorial,
  document: Document,
  operations: readonly Operation[],
): string => {
  const lines = [
    `# ${info.title}`,
    '',
    info.summary,
    '',
    info.description.trim(),
    ...workflows.flatMap((workflow) => [
      ...(workflows.length > 1 ? ['', `## ${workflow.summary}`] : []),
      '',
      ...settings(workflow, document),
      ...workflow.steps.flatMap((step, i) =>
        stepLines(step, i + 1, workflow, operations, sampleVariables(document)),
      ),
    ]),
  ]
  return `${lines.join('\n')}\n`
}
