/** A name as a variable of the shell: `campaignId` is `CAMPAIGN_ID`. */
export const variable = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll('-', '_')
    .toUpperCase()

/** Where a JSON pointer leads, as programs write it: `/0/id` is `[0].id`. */
export const member = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step, i) => (/^\d+$/.test(step) ? `[${step}]` : `${i > 0 ? '.' : ''}${step}`))
    .join('')

/** A runtime expression of Arazzo that stands for a value kept or given, as the shell has it. */
const kept = /\$(?:inputs|steps\.[\w-]+\.outputs)\.([\w-]+)/g

/** A text with its runtime expressions as the shell's variables. */
export const inShell = (text: string): string =>
  text.replaceAll(kept, (_, name: string) => `$${variable(name)}`)

const value = (text: string): string =>
  text.startsWith('$') ? `\`${inShell(text)}\`` : `\`${text.replaceAll("'", '')}\``

/** What a condition on an answer's body says, in words; undefined where there are none for it. */
export const conditionWords = (condition: string): string | undefined => {
  const [, pointer = '', sign, right = ''] =
    /^\$response\.body#(\S+) (==|!=) (.+)$/.exec(condition) ?? []
  if (sign === undefined) return undefined
  const left = `\`${member(pointer)}\``
  if (right === 'null') return sign === '==' ? `${left} is null` : `${left} is not null`
  return `${left} ${sign === '==' ? 'is' : 'is not'} ${value(right)}`
}

/** The status that a condition asks for; undefined if it is about something else. */
export const statusOf = (condition: string): string | undefined =>
  /^\$statusCode == (\d{3})$/.exec(condition)?.[1]
