/** Takes note of something that would be lost, and of the JSON pointer to it. */
export type Report = (what: string, where: string) => void
