import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** The kinds of tests that are asked, the quickest first. */
const projects = ['unit', 'contract', 'mock', 'process'] as const

/** Whether tests noticed a fault: the kind of tests that did, or nothing. */
export type Verdict = { noticedBy: string | undefined }

/** A fault can make a program wait for ever. Tests that take longer have noticed it. */
const maxMilliseconds = 10 * 60_000

const passes = (folder: string, program: string, args: string[]): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(folder, 'node_modules', program), ...args], {
      cwd: folder,
      stdio: 'ignore',
      detached: true,
    })
    const stop = () => {
      // The tests' own programs are in the same process group.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }
    const timer = setTimeout(stop, maxMilliseconds)
    child.once('error', reject).once('close', (status) => {
      clearTimeout(timer)
      resolve(status === 0)
    })
  })

/**
 * Runs the tests that import any of the files until one fails, then the type checker.
 * @param files their paths in the folder.
 */
export const judge = async (folder: string, files: readonly string[]): Promise<Verdict> => {
  for (const project of projects) {
    const args = [
      'related',
      ...files,
      '--run',
      '--bail=1',
      '--passWithNoTests',
      '--project',
      project,
    ]
    if (!(await passes(folder, 'vitest/vitest.mjs', args))) return { noticedBy: project }
  }
  const isTyped = await passes(folder, 'typescript-7/bin/tsc', [])
  return { noticedBy: isTyped ? undefined : 'types' }
}
