import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'rolldown'

const root = resolve(import.meta.dirname, '../../..')
const dist = join(root, 'packages/client/dist')

rmSync(dist, { recursive: true, force: true })
const args = ['node_modules/typescript-7/bin/tsc', '--project', 'packages/client']
execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
// For runners that cannot load ES modules, such as Jest.
await build({
  input: { index: 'packages/client/index.ts', webhooks: 'packages/client/webhooks/node.ts' },
  cwd: root,
  platform: 'node',
  output: {
    dir: dist,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
  },
})
// TypeScript tells by the package.json beside declarations of which kind their modules are.
cpSync(join(dist, 'types'), join(dist, 'types-cjs'), { recursive: true })
writeFileSync(join(dist, 'types-cjs/package.json'), '{ "type": "commonjs" }\n')
for (const [file, copy] of [
  ['LICENSE', 'LICENSE'],
  ['node_modules/openapi-fetch/LICENSE', 'openapi-fetch.LICENSE'],
  ['openapi/vectors/webhook-signatures.json', 'signature-vectors.json'],
] as const)
  copyFileSync(join(root, file), join(dist, copy))
