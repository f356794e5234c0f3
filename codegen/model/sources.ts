import { resolve as resolvePath } from 'node:path'
import {
  type BaseResolver,
  getLineColLocation,
  parseYaml,
  type Source,
} from '@redocly/openapi-core'
import { isObject } from '../schema/schema.ts'
import { at, escapePointer } from './pointer.ts'

/** A place in a source file. */
type Origin = { source: Source; parsed: unknown; pointer: string }

/** Finds the places of a bundled document in the files that it was bundled from. */
export class Sources {
  /** The origins of parts that come from elsewhere, by JSON pointer in the bundle. */
  readonly #origins = new Map<string, Origin>()
  readonly #root: Origin
  readonly #files: ReadonlyMap<string, Origin>

  constructor(root: Origin, files: ReadonlyMap<string, Origin>, bundled: unknown) {
    this.#root = root
    this.#files = files
    if (files.size > 0) this.#follow(bundled, bundled, '#', root, root.parsed)
  }

  /** The paths of the files. */
  get files(): string[] {
    return [...new Set([this.#root.source.absoluteRef, ...this.#files.keys()])]
  }

  /** Returns `file:line:column` of a JSON pointer in the document. */
  locate(pointer: string): string {
    for (let prefix = pointer; prefix !== ''; prefix = prefix.slice(0, prefix.lastIndexOf('/'))) {
      const origin = this.#origins.get(prefix) ?? (prefix === '#' ? this.#root : undefined)
      if (origin) return place(origin, pointer.slice(prefix.length))
      if (!prefix.includes('/')) break
    }
    return place(this.#root, pointer.slice(1))
  }

  /** Walks the bundle and its sources together, and records where a source refers to another file. */
  #follow(bundle: unknown, part: unknown, pointer: string, origin: Origin, source: unknown): void {
    if (typeof source !== 'object' || source === null) return
    if (typeof part !== 'object' || part === null) return
    const reference = isObject(source) && typeof source.$ref === 'string' ? source.$ref : undefined
    const target = reference === undefined ? undefined : this.#target(origin, reference)
    if (target) {
      const named = isObject(part) && typeof part.$ref === 'string' ? part.$ref : undefined
      const where = named ?? pointer
      if (this.#origins.has(where)) return
      this.#origins.set(where, target)
      const inner = named === undefined ? part : at(bundle, named)
      this.#follow(bundle, inner, where, target, at(target.parsed, target.pointer))
      return
    }
    for (const [name, each] of Object.entries(part)) {
      const step = `/${escapePointer(name)}`
      const next = { ...origin, pointer: `${origin.pointer}${step}` }
      this.#follow(bundle, each, `${pointer}${step}`, next, Reflect.get(source, name))
    }
  }

  #target(from: Origin, reference: string): Origin | undefined {
    const [file = '', pointer = ''] = reference.split('#')
    if (file === '' && from.source === this.#root.source) return undefined
    const path =
      file === '' ? from.source.absoluteRef : resolvePath(from.source.absoluteRef, '..', file)
    const found = this.#files.get(path)
    return found && { ...found, pointer: `#${decodeURIComponent(pointer)}` }
  }
}

const place = ({ source, pointer }: Origin, rest: string): string => {
  const { start } = getLineColLocation({ source, pointer: `${pointer}${rest}`, reportOnKey: false })
  return `${source.absoluteRef}:${start.line}:${start.col}`
}

/** Returns the files that a resolver has read, by path. */
export const filesOf = async (resolver: BaseResolver): Promise<Map<string, Origin>> => {
  const files = new Map<string, Origin>()
  for (const [path, pending] of resolver.cache) {
    const found = await pending
    if (!(found instanceof Error) && /\.(?:ya?ml|json)$/.test(path))
      // Bundling changes what it has parsed.
      files.set(path, { source: found.source, parsed: parseYaml(found.source.body), pointer: '#' })
  }
  return files
}
