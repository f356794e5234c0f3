import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getLineColLocation, type Source } from '@redocly/openapi-core'
import { at, escapePointer } from './model/pointer.ts'
import { isObject } from './runtime/check.ts'
import { percentDecoded } from './runtime/readings.ts'

export type Origin = { source: Source; parsed: unknown; pointer: string }

/** Finds the places of a bundled document in the files that it was bundled from. */
export class Sources {
  readonly files: readonly string[]
  /** The origins of the document and of parts that come from elsewhere, by JSON pointer in the bundle. */
  readonly #origins = new Map<string, Origin>()
  readonly #root: Origin
  readonly #others: ReadonlyMap<string, Origin>

  constructor(root: Origin, others: readonly Origin[], bundled: unknown) {
    this.#root = root
    this.#others = new Map(others.map((each) => [each.source.absoluteRef, each]))
    this.files = [...new Set([root.source.absoluteRef, ...this.#others.keys()])]
    if (others.length > 0) this.#follow(bundled, bundled, '#', root, root.parsed)
  }

  /** Returns `file:line:column` of a JSON pointer in the document, or in a file whose path comes first. */
  locate(pointer: string, isOfKey = false): string {
    const [path = '', own = ''] = pointer.split(/(?=#)/)
    const file = pointer.startsWith('#') ? undefined : this.#others.get(path)
    if (file) return placeOf(file.source, own, isOfKey)
    let prefix = pointer
    while (prefix.includes('/') && !this.#origins.has(prefix))
      prefix = prefix.slice(0, prefix.lastIndexOf('/'))
    const { source, pointer: start } = this.#origins.get(prefix) ?? this.#root
    return placeOf(source, `${start}${pointer.slice(prefix.length)}`, isOfKey)
  }

  /** Walks the bundle and its sources together, and records where a source refers to another file. */
  #follow(bundle: unknown, part: unknown, pointer: string, origin: Origin, source: unknown): void {
    if (typeof source !== 'object' || source === null) return
    if (typeof part !== 'object' || part === null) return
    const target = this.#target(origin, referenceOf(source))
    if (target) {
      const named = referenceOf(part)
      const where = named ?? pointer
      if (this.#origins.has(where)) return
      this.#origins.set(where, target)
      const inner = named === undefined ? part : at(bundle, named)
      this.#follow(bundle, inner, where, target, at(target.parsed, target.pointer))
    } else
      for (const [name, each] of Object.entries(part)) {
        const step = `/${escapePointer(name)}`
        const next = { ...origin, pointer: `${origin.pointer}${step}` }
        this.#follow(bundle, each, `${pointer}${step}`, next, Reflect.get(source, name))
      }
  }

  #target(from: Origin, reference: string | undefined): Origin | undefined {
    const [file = '', pointer = ''] = reference?.split('#') ?? []
    if (reference === undefined || (file === '' && from.source === this.#root.source))
      return undefined
    const path = from.source.absoluteRef
    const found = this.#others.get(file === '' ? path : pathFrom(path, file))
    return found && { ...found, pointer: `#${decodeURIComponent(pointer)}` }
  }
}

/**
 * Returns the path that a reference in a file names: as it is written if there is such a file, or else with its
 * escapes decoded (RFC 3986 §2.1).
 */
export function pathFrom(file: string, reference: string): string {
  if (reference.startsWith('file:')) return fileURLToPath(reference)
  const plain = resolve(dirname(file), reference)
  return existsSync(plain) ? plain : resolve(dirname(file), percentDecoded(reference) ?? reference)
}

/** Returns `file:line:column` of a JSON pointer in a file. */
export function placeOf(source: Source, pointer: string, reportOnKey = false): string {
  // Redocly takes a pointer for a part of a URI.
  const escaped = pointer.replaceAll('%', '%25')
  const { line, col } = getLineColLocation({ source, pointer: escaped, reportOnKey }).start
  return `${source.absoluteRef}:${line}:${col}`
}

function referenceOf(part: unknown): string | undefined {
  return isObject(part) && typeof part.$ref === 'string' ? part.$ref : undefined
}
