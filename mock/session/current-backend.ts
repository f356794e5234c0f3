import type { Env } from '../../server/http/call.ts'
import type { Backend } from './backends.ts'

/** The backend of a session, which resets replace. A request completes with the backend that it began with. */
export class CurrentBackend {
  #backend: Backend | undefined
  #pending = new Set<Promise<Response>>()
  #retired: Promise<unknown> = Promise.resolve()

  get current(): Backend {
    if (!this.#backend) throw new Error('The session has no backend yet')
    return this.#backend
  }

  async fetch(request: Request, env: Env['Bindings']): Promise<Response> {
    const pending = this.#pending
    const response = (async () => this.current.app.fetch(request, env))()
    pending.add(response)
    return response.finally(() => pending.delete(response))
  }

  /** Replaces the current backend, which stops when its requests are done. */
  replace(next: Backend): void {
    this.#retire()
    this.#backend = next
    this.#pending = new Set()
  }

  /** Uses the current generated code, on the same data. */
  async rebuild(): Promise<void> {
    this.#backend = await this.current.rebuild()
  }

  /** Stops all backends when their requests are done. */
  async stop(): Promise<void> {
    this.#retire()
    await this.#retired
  }

  #retire(): void {
    const stop = this.#backend?.stop
    this.#retired = Promise.all([this.#retired, Promise.allSettled(this.#pending).then(stop)])
  }
}
