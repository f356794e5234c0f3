import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../../testkit/find-program.ts'
import { send } from '../../../testkit/http.ts'

const configOf = (port: number, nodes: readonly number[]): string => `
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  timeout http-keep-alive 60s
  option redispatch
frontend clients
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 250ms fall 2 rise 1
${nodes.map((node, i) => `  server node${i} 127.0.0.1:${node}`).join('\n')}
`

/** A proxy that sends requests to the nodes in turn. */
export type RunningProxy = { url: string; stop(): void }

/** @throws if HAProxy is not installed. */
export const requireProxy = async (): Promise<string> => {
  const found = await findProgram('haproxy')
  if (found !== undefined) return found
  // Debian's folder of the package, which is not in every PATH.
  if (existsSync('/usr/sbin/haproxy')) return '/usr/sbin/haproxy'
  throw new Error('HAProxy is not installed. On Debian: apt-get install haproxy')
}

/** Starts HAProxy in front of nodes. Resolves when it sends requests to one of them. */
export const startProxy = async (
  program: string,
  folder: string,
  port: number,
  nodes: readonly number[],
): Promise<RunningProxy> => {
  const config = join(folder, 'haproxy.cfg')
  writeFileSync(config, configOf(port, nodes))
  const child: ChildProcess = spawn(program, ['-db', '-q', '-f', config], { stdio: 'inherit' })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  await once(child, 'spawn')
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    send(url, { path: '/readyz' }).then(
      ({ status }) => status === 200,
      () => false,
    )
  const deadline = performance.now() + 10_000
  while (!(await isReady()))
    if (performance.now() > deadline || child.exitCode !== null)
      throw new Error('HAProxy does not respond')
  return {
    url,
    stop: () => {
      process.off('exit', kill)
      kill()
    },
  }
}
