import { Connection, type Exchange, type Limits, usualLimits } from './connection.ts'
import { MissingFixture } from './fixtures.ts'
import { type Finding, type Law, LawContext, type LawContextOptions } from './law.ts'
import { lacking, nodeProblem, SuiteError } from './server.ts'

export type RunOptions = Pick<LawContextOptions, 'server' | 'seed' | 'runs'> & {
  limits?: Limits | undefined
  /**
   * The laws to leave out, by area or by words of their promise, with the reasons. Requirements of the document are
   * left out by words of their cause.
   */
  leaveOut?: Readonly<Record<string, string>> | undefined
  observe?: (exchange: Exchange) => void
}

/** What is known of a law after a run. It is broken if there are findings, and kept if there are none. */
export type Result = {
  law: Law
  findings: readonly Finding[]
  /** Why the law was not checked. */
  skipped?: string | undefined
  /** Whether it was not checked because the account lacks data, or the run ended. */
  isBare: boolean
  requests: number
  milliseconds: number
}

export class Run {
  readonly connection: Connection
  /** Why the run ended early. The laws after that are skipped. */
  ended: string | undefined
  /** The words to leave out that were in no law and no cause. */
  readonly unused: Set<string>
  readonly #options: RunOptions
  readonly #context: LawContextOptions

  /** @throws {SuiteError} when a reason is missing, or Node is too old. */
  constructor(options: RunOptions) {
    const problem = nodeProblem()
    if (problem !== undefined) throw new SuiteError(problem)
    const { limits = usualLimits, leaveOut = {}, observe } = options
    this.#options = options
    this.connection = new Connection(limits)
    this.unused = new Set(Object.keys(leaveOut))
    for (const [words, reason] of Object.entries(leaveOut))
      if (words === '' || reason.trim() === '')
        throw new SuiteError(`Leaving out needs words and a reason: ${words}=${reason}`)
    this.#context = {
      ...options,
      connection: this.connection,
      observe: (exchange) => {
        observe?.(exchange)
        const problems = exchange.problems.filter(
          ({ cause }) => this.#reasonFor((words) => cause.includes(words)) === undefined,
        )
        return { ...exchange, problems }
      },
    }
  }

  #reasonFor(isMeant: (words: string) => boolean): string | undefined {
    const [words, reason] =
      Object.entries(this.#options.leaveOut ?? {}).find(([each]) => isMeant(each)) ?? []
    if (words !== undefined) this.unused.delete(words)
    return reason
  }

  #reasonToSkip({ area, promise, needs = [] }: Law): string | undefined {
    const leftOut = this.#reasonFor((words) => area === words || promise.includes(words))
    const missing = lacking(needs, this.#options.server)
    return leftOut ?? (missing.length > 0 ? `needs ${missing.join(', ')}` : undefined)
  }

  /** Ends the run: the law that is being checked, and those after it, are skipped. */
  stop(reason: string): void {
    this.ended ??= reason
    this.connection.stop(reason)
  }

  /** Checks that the server can be tested. @throws {SuiteError} if not. */
  checkServer(): Promise<void> {
    const { url, key } = this.#options.server
    return this.connection.check(url, key)
  }

  async check(law: Law): Promise<Result> {
    const start = performance.now()
    const before = this.connection.requests
    const context = new LawContext(this.#context, law.promise)
    let skipped = this.#reasonToSkip(law)
    let isBare = false
    const isSkipped = skipped !== undefined
    for (const step of isSkipped ? [] : [() => law.run(context), () => context.cleanUp()])
      try {
        if (this.ended === undefined) await step()
      } catch (error) {
        isBare ||= error instanceof MissingFixture
        if (error instanceof SuiteError) this.ended = error.message
        else if (error instanceof MissingFixture) skipped = error.message
        else context.addError(error)
      }
    if (this.ended !== undefined && !isSkipped) {
      skipped = 'the run ended early'
      isBare = true
    }
    const findings = [...context.findings.values()]
    return {
      law,
      findings,
      skipped: findings.length > 0 ? undefined : skipped,
      isBare,
      requests: this.connection.requests - before,
      milliseconds: performance.now() - start,
    }
  }
}
