import { parseYaml } from '@redocly/openapi-core'
import { z } from 'zod'
import { read } from './dockerfile.ts'

/** A service as it must be: confined, and reached from this machine alone. */
const Service = z.strictObject({
  image: z.string(),
  build: z.literal('.').optional(),
  restart: z.string().optional(),
  read_only: z.literal(true),
  tmpfs: z.tuple([z.literal('/tmp')]),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  ports: z.array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/)).default([]),
  volumes: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  profiles: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.unknown()).optional(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  working_dir: z.string().optional(),
  stop_grace_period: z.string().optional(),
})

export const { services, volumes } = z
  .looseObject({
    services: z.strictObject({
      server: Service,
      mail: Service,
      tested: Service,
      schemathesis: Service,
    }),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parseYaml(read('compose.yaml')))

export type Service = z.output<typeof Service>
