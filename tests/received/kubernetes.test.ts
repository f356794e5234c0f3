import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createMerch } from '../../server/cli/merch.ts'
import { readConfig } from '../../server/config.ts'
import { graceMilliseconds } from '../../server/process/start.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.literal('http') }) })
const Container = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  volumeMounts: z.array(z.object({ mountPath: z.string() })),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
})
const Pod = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()) }).optional(),
  spec: z.object({
    enableServiceLinks: z.literal(false),
    terminationGracePeriodSeconds: z.number().optional(),
    containers: z.tuple([Container]),
  }),
})
const texts = z.record(z.string(), z.string())
const Manifests = z.object({
  items: z.tuple([
    z.object({ kind: z.literal('Secret'), stringData: texts }),
    z.object({ kind: z.literal('ConfigMap'), data: texts }),
    z.object({ kind: z.literal('Job'), spec: z.object({ template: Pod }) }),
    z.object({
      kind: z.literal('Deployment'),
      spec: z.object({
        replicas: z.number().min(2),
        selector: z.object({ matchLabels: texts }),
        template: Pod,
      }),
    }),
    z.object({
      kind: z.literal('PodDisruptionBudget'),
      spec: z.object({ minAvailable: z.number(), selector: z.object({ matchLabels: texts }) }),
    }),
    z.object({ kind: z.literal('Service'), spec: z.object({ selector: texts }) }),
  ]),
})

test('the manifests have valid settings, and what the server needs to stop and to be found', () => {
  const file = join(root, 'examples/kubernetes/merch.yaml')
  const { items } = Manifests.parse(parse(readFileSync(file, 'utf8')))
  const [{ stringData }, { data }, job, deployment, budget, service] = items
  const [migrate] = job.spec.template.spec.containers
  const pod = deployment.spec.template
  const [server] = pod.spec.containers

  const folder = temporaryFolder()
  const [mount] = server.volumeMounts
  for (const [name, value] of Object.entries(stringData)) {
    expect(data[`${name}_FILE`]).toBe(`${mount?.mountPath}/${name}`)
    writeFileSync(join(folder, name), value)
  }
  const inFolder = Object.entries(data).map(([name, value]) => [
    name,
    value.replace(mount?.mountPath ?? '', folder),
  ])
  const config = readConfig({ HOST: '0.0.0.0', ...Object.fromEntries(inFolder) })
  expect(config.postgres?.url).toBe(stringData.DATABASE_URL)
  expect(config.webhookSecretKey).toBe(stringData.WEBHOOK_SECRET_KEY)

  expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(
    config.shutdownDelaySeconds + graceMilliseconds / 1000 + 5,
  )
  expect([server.readinessProbe?.httpGet.path, server.livenessProbe?.httpGet.path]).toEqual([
    '/readyz',
    '/healthz',
  ])
  const ports = Object.fromEntries(
    server.ports.map(({ name, containerPort }) => [name, containerPort]),
  )
  expect(ports).toEqual({ http: config.port, metrics: config.metricsPort })
  for (const labels of [deployment.spec.selector, budget.spec.selector].map(
    (each) => each.matchLabels,
  ))
    expect(labels).toEqual(pod.metadata?.labels)
  expect(service.spec.selector).toEqual(pod.metadata?.labels)
  expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas)
  expect(migrate.image).toBe(server.image)
  const [program, command] = migrate.command ?? []
  expect(program).toBe('merch')
  expect(createMerch().commands.map((each) => each.name())).toContain(command)
})
