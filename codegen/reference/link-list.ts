import { linkSource, type ReplyLink } from '../model/links.ts'
import { member } from '../tutorials/expressions.ts'

const values = ({ parameters, requestBody }: ReplyLink): string[] =>
  Object.entries({ ...parameters, ...Object(requestBody) }).flatMap(([name, value]) => {
    const source = linkSource(value)
    return source ? [`\`${name}\` to the \`${member(source.pointer)}\` of this ${source.of}`] : []
  })

/**
 * Returns the links of a response as a list in Markdown, with the source of each value.
 * @param anchorOf returns where an operation is described.
 */
export const linkList = (
  links: readonly ReplyLink[],
  anchorOf: (operationId: string) => string,
): string[] =>
  links.length === 0
    ? []
    : [
        '',
        'Next calls:',
        '',
        ...links.map((link) => {
          const { operationId, description } = link
          const call = `[\`${operationId}\`](${anchorOf(operationId)})`
          const given = values(link)
          const sources = given.length > 0 ? ` Set ${given.join(' and ')}.` : ''
          return `- ${description ? `${description.replace(/\.$/, '')}: call` : 'Call'} ${call}.${sources}`
        }),
      ]
