import type { Oas3Rule } from '@redocly/openapi-core'

const section = /^§[1-9](, §[1-9])*$/
const designed = /^designed: .{10,}$/s

/** Requires `x-provenance` on every part: sections of the specification, or `designed: ` and the reason. */
export const provenance: Oas3Rule = () => {
  const check = {
    enter(part: object, { report, location }: { report(problem: object): void; location: object }) {
      const value = 'x-provenance' in part ? String(part['x-provenance']) : undefined
      if (value !== undefined && (section.test(value) || designed.test(value))) return
      report({
        message:
          value === undefined
            ? 'Add `x-provenance` with the source of this part.'
            : `\`x-provenance\` must be sections such as "§4", or "designed: " and the reason, not "${value}".`,
        location,
      })
    },
  }
  return {
    Operation: check,
    Parameter: check,
    Response: check,
    Header: check,
    NamedSchemas: {
      Schema: {
        enter(part, context) {
          if (context.location.pointer.split('/').length <= 4) check.enter(part, context)
        },
      },
    },
  }
}
