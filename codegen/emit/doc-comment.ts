/** Returns a documentation comment on one line. */
export const docComment = (text: string): string =>
  `/** ${text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('*/', '*\\/')
    .trim()} */`
