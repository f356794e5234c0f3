/** Text as it is compared where case does not count: e-mail addresses, searches. */
export const fold = (text: string): string => text.toLowerCase()
