import type { AliasedExpression, RawBuilder } from 'kysely'
import { slot } from '../slot.ts'

/** Converts between a field's value and the value in its column. */
export type Codec<Value, Kept extends string | number> = {
  /** @throws {TypeError} if the column contains another type. */
  read(kept: unknown): Value
  write(value: unknown): Kept
}

/** Codecs by field. A statement applies them to the values that it binds and the rows that it returns. */
export type Codecs = { readonly [field: string]: Codec<unknown, string | number> }

/** A column that stores its field's values in another form. */
type Coded<Name extends string, Value, Kept extends string | number> = Codec<Value, Kept> & {
  readonly column: Name
}

/** The column of each field. A plain name stores the field's value unchanged. */
export type ColumnMap<T> = {
  readonly [Field in keyof T]: string | Coded<string, T[Field], string | number>
}

type NameOf<C> = C extends string ? C : C extends { column: infer N extends string } ? N : never
type KeptOf<C, Value> = C extends Codec<unknown, infer Kept> ? Kept : Value

/** The columns as Kysely's table types declare them. */
export type TableOf<C> =
  C extends Columns<infer T, infer M>
    ? { [Field in keyof T & keyof M as NameOf<M[Field]>]: KeptOf<M[Field], T[Field]> }
    : never

type Selection<M, Field extends keyof M & string> = {
  [F in Field]: NameOf<M[F]> extends F ? F : `${NameOf<M[F]>} as ${F}`
}[Field]

type SelectionFrom<M, Table extends string, Field extends keyof M & string> = {
  [F in Field]: `${Table}.${NameOf<M[F]>} as ${F}`
}[Field]

type Written<T, M, Field extends keyof T & keyof M> = {
  [F in Field as NameOf<M[F]>]: RawBuilder<KeptOf<M[F], T[F]>>
}

const nameOf = (column: string | Coded<string, unknown, string | number>): string =>
  typeof column === 'string' ? column : column.column

/** Lists a table's columns. All selects, inserts and updates derive from this list. */
export class Columns<T, M extends ColumnMap<T>> {
  readonly #fields: readonly string[]
  readonly #names: ReadonlyMap<string, string>
  readonly codecs: Codecs

  constructor(map: M) {
    const columns = Object.entries<string | Coded<string, unknown, string | number>>(map)
    this.#fields = columns.map(([field]) => field)
    this.#names = new Map(columns.map(([field, column]) => [field, nameOf(column)]))
    this.codecs = Object.fromEntries(
      columns.flatMap(([field, column]) => (typeof column === 'string' ? [] : [[field, column]])),
    )
  }

  /** The fields that have columns. */
  fields(): (keyof M & string)[]
  fields(): string[] {
    return [...this.#fields]
  }

  /** Returns the columns of some fields with the fields' names, for `select`. */
  selection<Field extends keyof M & string = keyof M & string>(
    fields?: readonly Field[],
  ): Selection<M, Field>[]
  selection(fields: readonly string[] = this.#fields): string[] {
    return fields.map((field) => {
      const name = this.#names.get(field)
      return name === field ? field : `${name} as ${field}`
    })
  }

  /** Returns the columns of some fields qualified with a table, for joins. */
  selectionFrom<Table extends string, Field extends keyof M & string = keyof M & string>(
    table: Table,
    fields?: readonly Field[],
  ): SelectionFrom<M, Table, Field>[]
  selectionFrom(table: string, fields: readonly string[] = this.#fields): string[] {
    return fields.map((field) => `${table}.${this.#names.get(field)} as ${field}`)
  }

  /** Returns all columns, for `columns` of an `insert` from a `select`. */
  names(): NameOf<M[keyof M]>[]
  names(): string[] {
    return [...this.#names.values()]
  }

  /** Returns all columns bound to their fields' values, for the `select` of such an `insert`. */
  bound(): AliasedExpression<unknown, string>[] {
    return [...this.#names].map(([field, name]) => slot(field).as(name))
  }

  /** Returns the columns of some fields, each bound to its field's value, for `values` and `set`. */
  written<Field extends keyof T & keyof M & string = keyof T & keyof M & string>(
    fields?: readonly Field[],
  ): Written<T, M, Field>
  written(fields: readonly string[] = this.#fields): Record<string, unknown> {
    return Object.fromEntries(fields.map((field) => [this.#names.get(field), slot(field)]))
  }
}

/** Declares the columns that store the fields of a `T`. */
export const columnsOf =
  <T>() =>
  <const M extends ColumnMap<T>>(map: M): Columns<T, M> =>
    new Columns<T, M>(map)
