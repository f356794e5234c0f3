import { linkSource, type ReplyLink } from '../model/links.ts'
import { member } from '../tutorials/expressions.ts'

const values = ({ parameters, requestBody }: ReplyLink): string[] =>
  Object.entries({ ...parameters, ...Object(requestBody) }).flatMap(([name, value]) => {
    const source = linkSource(value)
    return source ? [`\`${name}\` is the ${source.of}'s \`${member(source.pointer)}\``] : []
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
          const sources = values(link).map((source) => `, ${source}`)
          return `- ${description ? `${description.replace(/\.$/, '')}: ` : ''}${call}${sources.join('')}`
        }),
      ]
