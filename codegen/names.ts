import { componentName } from './document.ts'

// What the emitted files themselves use; a component named Error must not hide the real one.
const taken = new Set(
  `Array Boolean Error Infinity JSON Number Object Promise RegExp Record Extract Exclude String S
  ReplyViolation string number integer boolean within between sized matching oneOf object isObject
  has list record either broken wrong present when decimal several flag codePoints minLength
  maxLength components operations paths webhooks schemas replies payloads endpoints implement z
  default delete enum null true false undefined void class function new this typeof var let const`
    .split(/\s+/)
    .filter(Boolean),
)

/** A component's name as an identifier: `Order.Line` becomes `Order_Line`, `Error` becomes `Error_`. */
export const identifier = (name: string): string => {
  const plain = name.replaceAll(/[^A-Za-z0-9_$]/g, '_').replace(/^(?=[0-9])/, '_')
  return taken.has(plain) ? `${plain}_` : plain
}

/** The identifier of the component schema that a `$ref` names. */
export const referred = (ref: string): string => identifier(componentName(ref))

/** A property key as it stands in an object literal or type. */
export const key = (name: string): string =>
  /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : JSON.stringify(name)

/** How a property is read: `.name`, or `['na-me']`. */
export const access = (name: string): string =>
  /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
