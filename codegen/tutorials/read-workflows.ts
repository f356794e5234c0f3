import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { z } from 'zod'

const Criterion = z.object({ condition: z.string(), type: z.string().optional() })
const Action = z.object({
  type: z.enum(['goto', 'retry', 'end']),
  stepId: z.string().optional(),
  retryAfter: z.number().optional(),
  criteria: z.array(Criterion).default([]),
})
const Step = z.object({
  stepId: z.string(),
  description: z.string().default(''),
  operationId: z.string(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), value: z.unknown() }))
    .default([]),
  requestBody: z.object({ contentType: z.string(), payload: z.unknown() }).optional(),
  successCriteria: z.array(Criterion).default([]),
  onSuccess: z.array(Action).default([]),
  onFailure: z.array(Action).default([]),
  outputs: z.record(z.string(), z.string()).default({}),
})
const Input = z.object({
  description: z.string().default(''),
  format: z.string().optional(),
  examples: z.array(z.string()).default([]),
})
const Workflow = z.object({
  workflowId: z.string(),
  summary: z.string().default(''),
  inputs: z.object({ properties: z.record(z.string(), Input) }),
  steps: z.array(Step),
})
const Arazzo = z.object({
  info: z.object({ title: z.string(), summary: z.string(), description: z.string() }),
  workflows: z.array(Workflow),
})

export type Action = z.infer<typeof Action>
export type Criterion = z.infer<typeof Criterion>
export type Step = z.infer<typeof Step>
export type Workflow = z.infer<typeof Workflow>

/** The parts of an Arazzo document that a tutorial uses, with its file's name. */
export type Tutorial = z.infer<typeof Arazzo> & { name: string }

/**
 * Reads the Arazzo documents of a folder, as `redocly respect` runs them. Rejects parts that a
 * tutorial cannot show.
 */
export const readWorkflows = async (folder: string): Promise<Tutorial[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.arazzo.yaml')).toSorted()
  return Promise.all(
    names.map(async (name) => ({
      name: basename(name, '.arazzo.yaml'),
      ...Arazzo.parse(parseYaml(await readFile(join(folder, name), 'utf8'))),
    })),
  )
}
