import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url))

rmSync(path('packages/client/dist'), { recursive: true, force: true })
const args = [path('node_modules/typescript-7/bin/tsc'), '--project', path('packages/client')]
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
if (status === 0) {
  // For runners that cannot load ES modules, such as Jest.
  await build({
    input: {
      index: path('packages/client/index.ts'),
      webhooks: path('packages/client/webhooks/node.ts'),
    },
    platform: 'node',
    output: {
      dir: path('packages/client/dist'),
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name].cjs',
    },
  })
  // TypeScript tells by the package.json beside declarations of which kind their modules are.
  const required = path('packages/client/dist/types-cjs')
  cpSync(path('packages/client/dist/types'), required, { recursive: true })
  writeFileSync(`${required}/package.json`, '{ "type": "commonjs" }\n')
  copyFileSync(path('LICENSE'), path('packages/client/dist/LICENSE'))
  copyFileSync(
    path('node_modules/openapi-fetch/LICENSE'),
    path('packages/client/dist/openapi-fetch.LICENSE'),
  )
  copyFileSync(
    path('openapi/vectors/webhook-signatures.json'),
    path('packages/client/dist/signature-vectors.json'),
  )
} else process.exitCode = 1
