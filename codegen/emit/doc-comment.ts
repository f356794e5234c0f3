/** A documentation comment on one line, whatever the text holds. */
export const docComment = (text: string): string =>
  `/** ${text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('*/', '*\\/')
    .trim()} */`
