import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { programEnvironment } from '../../../testkit/program-environment.ts'
import type { Nodes } from './nodes.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Laws that hold for one node alone, with their reasons. */
const leftOut: Record<string, string> = {
  'counts one request': 'nodes exchange their counts, up to two seconds late',
}

/** Runs the contract suite through the proxy. Returns problems. */
export const checkContract = async (
  { proxy, demoKey }: Nodes,
  say: (line: string) => void,
): Promise<string[]> => {
  const leaving = Object.entries(leftOut).flatMap(([law, why]) => ['--leave-out', `${law}=${why}`])
  const child = spawn(
    process.execPath,
    ['contract-tests/main.ts', '--url', proxy.url, '--key', demoKey, ...leaving],
    { cwd: root, env: programEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const output = await text(child.stdout)
  if ((await ended) !== 0) return [`the contract suite failed:\n${output}`]
  say(`contract suite through the proxy: ${/^.* laws kept.*$/m.exec(output)?.[0]}`)
  return []
}
