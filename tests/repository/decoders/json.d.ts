// JSON.parse returns `any` in the standard library's types, so that its result could be assigned to every type.
interface JSON {
  parse(text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown
}
