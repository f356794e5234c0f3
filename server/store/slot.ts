import { type RawBuilder, sql } from 'kysely'

/** A placeholder in a compiled statement. Each execution binds its value. */
export class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Creates the placeholders for a statement's values. */
export type Slots<P> = <Name extends keyof P & string>(name: Name) => RawBuilder<P[Name]>

/** Creates the slot for a value. Each execution binds the value by its name. */
export const slot = <T>(name: string): RawBuilder<T> => sql<T>`${new Slot(name)}`
