import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../server/config.ts'
import { graceMilliseconds } from '../../server/process/start.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

const texts = z.record(z.string(), z.string())
const Probe = z.object({ httpGet: z.object({ path: z.string() }) }).optional()
const Container = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  volumeMounts: z.tuple([z.object({ mountPath: z.string() })]),
  ports: z.array(z.object({ containerPort: z.number() })).optional(),
  readinessProbe: Probe,
  livenessProbe: Probe,
})
const Pod = z.object({
  metadata: z.object({ labels: texts }).optional(),
  spec: z.object({
    terminationGracePeriodSeconds: z.number().optional(),
    containers: z.tuple([Container]),
  }),
})
const Item = z.object({
  kind: z.string(),
  data: texts.default({}),
  stringData: texts.default({}),
  spec: z
    .object({ replicas: z.number(), selector: z.unknown(), template: Pod })
    .partial()
    .optional(),
})

test('the manifests have valid settings, and what the server needs to stop and to be found', () => {
  const file = join(import.meta.dirname, '../../examples/kubernetes/merch.yaml')
  const { items } = z.object({ items: z.array(Item) }).parse(parse(readFileSync(file, 'utf8')))
  const of = (kind: string) => items.find((item) => item.kind === kind)
  const pod = of('Deployment')?.spec?.template
  const [server] = pod?.spec.containers ?? []
  const folder = temporaryFolder()
  for (const [name, value] of Object.entries(of('Secret')?.stringData ?? {}))
    writeFileSync(join(folder, name), value)
  const mountPath = server?.volumeMounts[0].mountPath ?? ''
  const environment = Object.entries(of('ConfigMap')?.data ?? {}).map(
    ([name, value]) => [name, value.replace(mountPath, folder)] as const,
  )
  const config = readConfig({ HOST: '0.0.0.0', ...Object.fromEntries(environment) })
  expect(config).toMatchObject({
    postgres: { url: of('Secret')?.stringData.DATABASE_URL },
    webhookSecretKey: of('Secret')?.stringData.WEBHOOK_SECRET_KEY,
  })
  expect(pod?.spec.terminationGracePeriodSeconds).toBeGreaterThan(
    config.shutdownDelaySeconds + graceMilliseconds / 1000 + 5,
  )
  expect(server).toMatchObject({
    readinessProbe: { httpGet: { path: '/readyz' } },
    livenessProbe: { httpGet: { path: '/healthz' } },
    ports: [{ containerPort: config.port }, { containerPort: config.metricsPort }],
  })
  const labels = pod?.metadata?.labels
  for (const kind of ['Deployment', 'PodDisruptionBudget'])
    expect(of(kind)?.spec?.selector).toEqual({ matchLabels: labels })
  expect(of('Service')?.spec?.selector).toEqual(labels)
  const [migrate] = of('Job')?.spec?.template?.spec.containers ?? []
  expect(migrate).toMatchObject({ image: server?.image, command: ['merch', 'migrate'] })
})
