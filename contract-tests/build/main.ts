import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

rmSync(path('contract-tests/dist'), { recursive: true, force: true })
const args = [path('node_modules/typescript-7/bin/tsc'), '--project', path('contract-tests')]
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
if (status === 0) {
  for (const file of ['LICENSE', 'generated/openapi.json']) {
    const copy = path(`contract-tests/dist/${file}`)
    mkdirSync(dirname(copy), { recursive: true })
    copyFileSync(path(file), copy)
  }
} else process.exitCode = 1
