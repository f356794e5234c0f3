// The standard library's JSON.parse returns `any`, which can be assigned to every type.
interface JSON {
  parse(text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown
}
