/** Returns a name as a shell variable: `campaignId` becomes `CAMPAIGN_ID`. */
export const variable = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll('-', '_')
    .toUpperCase()

/** Returns a JSON pointer as a property path: `/0/id` becomes `[0].id`. */
export const member = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step, i) => (/^\d+$/.test(step) ? `[${step}]` : `${i > 0 ? '.' : ''}${step}`))
    .join('')

/** Returns the shell variable for an Arazzo runtime expression of an input or output. */
const kept = /\$(?:inputs|steps\.[\w-]+\.outputs)\.([\w-]+)/g

/** Replaces the runtime expressions of a text by shell variables. */
export const inShell = (text: string): string =>
  text.replaceAll(kept, (_, name: string) => `$${variable(name)}`)

const value = (text: string): string =>
  text.startsWith('$') ? `\`${inShell(text)}\`` : `\`${text.replaceAll("'", '')}\``

/** Describes a condition on a response body in words, or returns undefined. */
export const conditionWords = (condition: string): string | undefined => {
  const [, pointer = '', sign, right = ''] =
    /^\$response\.body#(\S+) (==|!=) (.+)$/.exec(condition) ?? []
  if (sign === undefined) return undefined
  const left = `\`${member(pointer)}\``
  if (right === 'null') return sign === '==' ? `${left} is null` : `${left} is not null`
  return `${left} ${sign === '==' ? 'is' : 'is not'} ${value(right)}`
}

/** Returns the status code that a condition requires, or undefined. */
export const statusOf = (condition: string): string | undefined =>
  /^\$statusCode == (\d{3})$/.exec(condition)?.[1]
