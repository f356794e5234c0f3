import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const dist = join(root, 'contract-tests/dist')

rmSync(dist, { recursive: true, force: true })
const args = ['node_modules/typescript-7/bin/tsc', '--project', 'contract-tests']
execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
for (const file of ['LICENSE', 'generated/openapi.json']) cpSync(join(root, file), join(dist, file))
