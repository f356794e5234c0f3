import { type ChildProcess, spawn } from 'node:child_process'

/** A program started from a shell, with its child processes. */
export type Program = {
  /** Resolves with the first match in the program's output. */
  prints: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Resolves with the output when the program exits. Rejects if its status is not 0. */
  ends: () => Promise<string>
  /** Sends SIGINT, as Ctrl-C does, and waits for the exit. */
  stop: () => Promise<void>
}

const longest = 120_000

/** Returns the environment without the variables of the npm that runs this script. */
const cleanEnvironment = (): NodeJS.ProcessEnv => {
  const { PATH = '', ...all } = process.env
  const kept = Object.entries(all).filter(
    ([name]) => !/^(npm_(?!config_(registry|cache)$)|NODE|INIT_CWD$|TEST_TOTALS$)/.test(name),
  )
  const path = PATH.split(':').filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(kept), PATH: path.join(':'), NO_COLOR: '1' }
}

const kill = (child: ChildProcess, signal: NodeJS.Signals) => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // The process group has ended.
  }
}

/** Starts programs in a folder. `endAll` kills those that still run. */
export const programsIn = (folder: string) => {
  const running = new Set<ChildProcess>()

  const start = (command: string, settings: Record<string, string> = {}): Program => {
    const child = spawn('sh', ['-c', `exec 2>&1; ${command}`], {
      cwd: folder,
      env: { ...cleanEnvironment(), ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
      // A process group of its own, so that signals reach its children too.
      detached: true,
    })
    running.add(child)
    let printed = ''
    const ended = new Promise<number | null>((resolve) =>
      child.once('close', (status) => {
        running.delete(child)
        resolve(status)
      }),
    )
    const failure = (what: string) => new Error(`${command}\n${what}:\n${printed}`)

    const prints = (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const timer = setTimeout(() => reject(failure(`has not printed ${pattern}`)), longest)
        const look = () => {
          const match = pattern.exec(printed)
          if (!match) return
          clearTimeout(timer)
          resolve(match)
        }
        child.stdout.on('data', look)
        look()
        void ended.then((status) => {
          clearTimeout(timer)
          reject(failure(`ended with ${status}`))
        })
      })

    child.stdout.setEncoding('utf8')
    child.stdout.prependListener('data', (chunk: string) => {
      printed += chunk
    })
    return {
      prints,
      ends: async () => {
        const status = await ended
        if (status !== 0) throw failure(`ended with ${status}`)
        return printed
      },
      stop: async () => {
        kill(child, 'SIGINT')
        await ended
      },
    }
  }

  return {
    start,
    /** Runs a command and returns its output. */
    run: (command: string, settings?: Record<string, string>) => start(command, settings).ends(),
    /** Kills the programs that still run. */
    endAll: () => {
      for (const child of running) kill(child, 'SIGKILL')
    },
  }
}
