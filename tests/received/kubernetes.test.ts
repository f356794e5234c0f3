import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../server/config.ts'
import { graceMilliseconds } from '../../server/process/start.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

test('the manifests have valid settings, and what the server needs to stop and to be found', () => {
  const file = join(import.meta.dirname, '../../examples/kubernetes/merch.yaml')
  const { items } = parse(readFileSync(file, 'utf8'))
  const of = (kind: string) => items.find((item: { kind: string }) => item.kind === kind)
  const pod = of('Deployment').spec.template
  const [server] = pod.spec.containers
  const folder = temporaryFolder()
  const secrets: Record<string, string> = of('Secret').stringData
  for (const [name, value] of Object.entries(secrets)) writeFileSync(join(folder, name), value)
  const settings: Record<string, string> = of('ConfigMap').data
  const [{ mountPath }] = server.volumeMounts
  const environment = Object.entries(settings).map(
    ([name, value]) => [name, value.replace(mountPath, folder)] as const,
  )
  const config = readConfig({ HOST: '0.0.0.0', ...Object.fromEntries(environment) })
  expect(config).toMatchObject({
    postgres: { url: secrets.DATABASE_URL },
    webhookSecretKey: secrets.WEBHOOK_SECRET_KEY,
  })
  expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(
    config.shutdownDelaySeconds + graceMilliseconds / 1000 + 5,
  )
  expect(server).toMatchObject({
    readinessProbe: { httpGet: { path: '/readyz' } },
    livenessProbe: { httpGet: { path: '/healthz' } },
    ports: [{ containerPort: config.port }, { containerPort: config.metricsPort }],
  })
  const { labels } = pod.metadata
  for (const kind of ['Deployment', 'PodDisruptionBudget'])
    expect(of(kind).spec.selector).toEqual({ matchLabels: labels })
  expect(of('Service').spec.selector).toEqual(labels)
  const [migrate] = of('Job').spec.template.spec.containers
  expect(migrate).toMatchObject({ image: server.image, command: ['merch', 'migrate'] })
})
