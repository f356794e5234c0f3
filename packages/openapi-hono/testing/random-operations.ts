import fc from 'fast-check'

/** A schema with a source of its values, which a style can write. */
type Valued = { schema: object; value: fc.Arbitrary<unknown> }

/** A parameter as the document declares it, with a source of its values. */
export type RandomParameter = {
  declared: {
    name: string
    in: string
    style: string
    explode: boolean
    required: boolean
    schema: object
  }
  value: fc.Arbitrary<unknown>
}

/** An operation of a random document. */
export type RandomOperation = {
  parameters: RandomParameter[]
  /** The name of a security scheme, or none. */
  scheme: string | undefined
  body: { contentType: string; schema: object; value: fc.Arbitrary<unknown> } | undefined
}

/** Which texts a style can write: any, those without separators, and those without a point. */
type Letters = 'any' | 'plain' | 'undotted'

const integer: Valued = { schema: { type: 'integer' }, value: fc.integer() }
const number: Valued = { schema: { type: 'number' }, value: fc.integer().map((each) => each / 8) }
const boolean: Valued = { schema: { type: 'boolean' }, value: fc.boolean() }

const string = (letters: Letters): Valued => {
  const unit =
    letters === 'any' ? fc.constantFrom(...'aé☃😀 ,;=&+#/?%|[]"\\') : fc.constantFrom(...'abc')
  // Neither a number nor empty: a segment of a path is not.
  const value = fc.string({ unit, maxLength: 4 }).map((text) => `x${text}`)
  return { schema: { type: 'string' }, value }
}

/** A text of which only one reading is valid. */
const union: Valued = {
  schema: {
    oneOf: [
      { type: 'integer', maximum: 99 },
      { type: 'string', pattern: '^[1-9][0-9]{2}$|^x' },
    ],
  },
  value: fc.oneof(
    fc.integer({ min: -99, max: 99 }),
    fc.integer({ min: 100, max: 999 }).map(String),
    fc.constantFrom('x', 'x1'),
  ),
}

const scalar = (letters: Letters) =>
  fc.constantFrom<Valued>(
    integer,
    letters === 'undotted' ? integer : number,
    boolean,
    string(letters === 'plain' ? 'plain' : 'any'),
    union,
  )

const listOf = ({ schema, value }: Valued): Valued => ({
  schema: { type: 'array', items: schema },
  value: fc.array(value, { minLength: 1, maxLength: 3 }),
})

/** Objects of declared properties. @param prefix that of their names, which are those of the query in some styles. */
const objectOf = (prefix: string, inner: fc.Arbitrary<Valued>): fc.Arbitrary<Valued> =>
  fc.tuple(inner, inner).map(([a, b]) => ({
    schema: { type: 'object', properties: { [`${prefix}A`]: a.schema, [`${prefix}B`]: b.schema } },
    value: fc.record(
      { [`${prefix}A`]: a.value, [`${prefix}B`]: b.value },
      { requiredKeys: [`${prefix}A`], noNullPrototype: true },
    ),
  }))

const mapOf = (prefix: string, { schema, value }: Valued): Valued => ({
  schema: { type: 'object', additionalProperties: schema },
  value: fc.dictionary(fc.constantFrom(`${prefix}C`, `${prefix}D`, `${prefix}E`), value, {
    minKeys: 1,
    noNullPrototype: true,
  }),
})

const structure = (prefix: string, letters: Letters): fc.Arbitrary<Valued> =>
  fc.oneof(
    scalar(letters).map(listOf),
    objectOf(prefix, scalar(letters)),
    scalar(letters).map((each) => mapOf(prefix, each)),
  )

/** What the style \`deepObject\` writes: objects of scalars, lists, objects and maps. */
const deep = (prefix: string): fc.Arbitrary<Valued> =>
  objectOf(
    prefix,
    fc.oneof(
      scalar('any'),
      scalar('any').map(listOf),
      objectOf('inner', scalar('any')),
      objectOf('item', scalar('any')).map(listOf),
      scalar('any').map((each) => mapOf('key', each)),
    ),
  )

const styles: Record<string, readonly string[]> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
}

const parameter = (at: number): fc.Arbitrary<RandomParameter> =>
  fc
    .constantFrom(
      ...Object.entries(styles).flatMap(([place, all]) => all.map((style) => ({ place, style }))),
    )
    .chain(({ place, style }) => {
      const name = `p${at}`
      const isDelimited = style.endsWith('Delimited')
      // Headers and cookies have no escapes, or not everywhere.
      const isPlain = place === 'header' || place === 'cookie' || isDelimited
      const letters = isPlain ? 'plain' : style === 'label' ? 'undotted' : 'any'
      const valued =
        style === 'deepObject'
          ? deep(name)
          : isDelimited
            ? scalar(letters).map(listOf)
            : fc.oneof(scalar(letters), structure(name, letters))
      return fc
        .record({ valued, explode: fc.boolean(), isRequired: fc.boolean() })
        .map(({ valued: { schema, value }, explode, isRequired }) => {
          const required = isRequired || place === 'path'
          return {
            declared: {
              name,
              in: place,
              style,
              explode: explode && !isDelimited,
              required,
              schema,
            },
            value: required ? value : fc.option(value, { nil: undefined }),
          }
        })
    })

const field = fc.oneof(
  scalar('any'),
  scalar('any').map(listOf),
  objectOf('f', scalar('any')),
  objectOf('f', scalar('any')).map(listOf),
)

const body: fc.Arbitrary<RandomOperation['body']> = fc.oneof(
  fc.constant({ contentType: 'application/json', schema: {}, value: fc.jsonValue() }),
  fc.constant({
    contentType: 'text/plain',
    schema: { type: 'string' },
    value: string('any').value,
  }),
  fc
    .tuple(
      fc.constantFrom('application/x-www-form-urlencoded', 'multipart/form-data'),
      fc.oneof(
        objectOf('field', field),
        scalar('any').map((each) => mapOf('field', each)),
      ),
    )
    .map(([contentType, valued]) => ({ contentType, ...valued })),
)

/** Whether an exploded object takes all other parameters of its place, which only one can. */
const takesAll = ({ declared: { style, explode, schema } }: RandomParameter): boolean =>
  explode && (style === 'form' || style === 'cookie') && 'additionalProperties' in schema

/** Operations with parameters in every place and style, bodies and security. */
export const randomOperations: fc.Arbitrary<RandomOperation> = fc.record({
  parameters: fc
    .tuple(parameter(0), parameter(1), parameter(2), parameter(3))
    .map((all) =>
      all.filter(
        (each, i) =>
          !takesAll(each) ||
          all.findIndex((other) => takesAll(other) && other.declared.in === each.declared.in) === i,
      ),
    ),
  scheme: fc.constantFrom(undefined, 'bearer', 'basic', 'header', 'query', 'cookie'),
  body: fc.option(body, { nil: undefined }),
})
