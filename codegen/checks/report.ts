/** Records an unsupported part of the document and its JSON pointer. */
export type Report = (what: string, where: string) => void
