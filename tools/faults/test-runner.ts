import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RunResult, runResult } from './run-messages.ts'

const program = fileURLToPath(new URL('test-process.ts', import.meta.url))

/** Runs tests in a process that stays, and is killed when they take too long. */
export type TestRunner = {
  /**
   * Runs tests until one fails.
   * @param tests their paths in the folder, in the order in which they start.
   * @param limit milliseconds.
   * @returns 'expired' if the tests took longer than the limit.
   */
  run(tests: readonly string[], limit?: number): Promise<RunResult | 'expired'>
  /** Changes a file, which the next run loads again. `file` is its path in the folder. */
  write(file: string, text: string): void
  close(): void
}

export const createTestRunner = (folder: string): TestRunner => {
  let child: ChildProcess | undefined
  const changed = new Set<string>()

  const close = (): void => {
    // The tests' own programs are in the same process group.
    if (child?.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    child = undefined
  }

  const start = async (): Promise<ChildProcess> => {
    const started = fork(program, [], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const exited = once(started, 'exit').then(() => {
      throw new Error('the test process exited before it was ready')
    })
    await Promise.race([once(started, 'message'), exited])
    return started
  }

  const respond = (running: ChildProcess, limit: number): Promise<RunResult | 'expired'> =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer)
        running.off('message', onMessage).off('exit', onExit)
        act()
      }
      const onMessage = (message: unknown) => settle(() => resolve(runResult.parse(message)))
      const onExit = () => settle(() => reject(new Error('the test process exited')))
      const timer = setTimeout(() => {
        settle(() => resolve('expired'))
        close()
      }, limit)
      running.once('message', onMessage).once('exit', onExit)
    })

  return {
    async run(tests, limit = 2 ** 31 - 1) {
      child ??= await start()
      child.send({ tests, changed: [...changed] })
      changed.clear()
      return respond(child, limit)
    },
    write(file, text) {
      const path = join(folder, file)
      writeFileSync(path, text)
      changed.add(path)
    },
    close,
  }
}
