import { type RawBuilder, sql } from 'kysely'

/** Stands in a compiled statement where a value goes on each execution. */
export class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Gives a statement's builder the places where its values go. */
export type Slots<P> = <Name extends keyof P & string>(name: Name) => RawBuilder<P[Name]>

/** Makes the slot for a value; the name is bound to the value when the statement runs. */
export const slot = <T>(name: string): RawBuilder<T> => sql<T>`${new Slot(name)}`
