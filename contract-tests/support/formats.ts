/** The formats of the document, each as its standard has it. */
export const formats = {
  'date-time': isTimestamp,
  /** The document's guarantees promise UTC for every time that the server writes itself. */
  'UTC date-time': (text: string) => isTimestamp(text) && /(Z|\+00:00)$/.test(text),
}

/** Whether two media types are equal, as HTTP compares them: the case of letters and the spaces do not count. */
export const sameMediaType = (a: string, b: string): boolean => normalized(a) === normalized(b)

/** Whether a text is an RFC 3339 timestamp of a day that exists. */
function isTimestamp(text: string): boolean {
  const [, day = ''] =
    /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.exec(
      text,
    ) ?? []
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

function normalized(type: string): string {
  return type
    .toLowerCase()
    .replaceAll(/\s*;\s*/g, ';')
    .replaceAll('"', '')
    .trim()
}
