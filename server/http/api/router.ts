import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

const isLiteral = (path: string): boolean => !/[:*{?]/.test(path)

/**
 * Finds the one handler of a request. Nothing here passes a request on to a next handler, and a path
 * without parameters owns its methods (design decision 25), so the first that matches is all that
 * Hono needs to know; for one handler it does not build a chain. What a literal path leads to is
 * found once.
 */
export class FirstMatchRouter<T> implements Router<T> {
  readonly name = 'FirstMatchRouter'
  readonly #trie = new TrieRouter<T>()
  readonly #literals = new Map<string, Map<string, Result<T>>>()

  add(method: string, path: string, handler: T): void {
    this.#trie.add(method, path, handler)
    if (isLiteral(path)) this.#literals.set(path, new Map())
  }

  match(method: string, path: string): Result<T> {
    const known = this.#literals.get(path)
    if (!known) return this.#find(method, path)
    const found = known.get(method) ?? this.#find(method, path)
    known.set(method, found)
    return found
  }

  /** Parameters are read from the path by those who need them, strictly: see `read-parameters.ts`. */
  #find(method: string, path: string): Result<T> {
    const [[first] = []] = this.#trie.match(method, path)
    return [first ? [[first[0], {}]] : []]
  }
}
