import { type ChildProcess, spawn } from 'node:child_process'

/** A program that was started from a shell, with all that it starts in its turn. */
export type Program = {
  /** Waits until it has printed something; answers with the match. */
  prints: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Waits until it ends by itself, and answers with what it printed; fails if it fails. */
  ends: () => Promise<string>
  /** Ends it as Ctrl-C does, and waits until it is gone. */
  stop: () => Promise<void>
}

const longest = 120_000

/** What is set for the project by the npm that runs this is not what a stranger's shell has. */
const strangersEnvironment = (): NodeJS.ProcessEnv => {
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
    // Its group is gone.
  }
}

/** Starts programs in a folder, and ends what is left of them when it is told to. */
export const programsIn = (folder: string) => {
  const running = new Set<ChildProcess>()

  const start = (command: string, settings: Record<string, string> = {}): Program => {
    const child = spawn('sh', ['-c', `exec 2>&1; ${command}`], {
      cwd: folder,
      env: { ...strangersEnvironment(), ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
      // A group of its own, so that Ctrl-C can be given to all of it.
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
        ended.then((status) => {
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
    /** Runs a command to its end; answers with what it prints. */
    run: (command: string, settings?: Record<string, string>) => start(command, settings).ends(),
    /** Ends at once whatever is still there. */
    endAll: () => {
      for (const child of running) kill(child, 'SIGKILL')
    },
  }
}
