/**
 * Text as it is compared where case does not count: e-mail addresses, searches. A sigma that ends a
 * word has a small form of its own, which a search for the beginning of the word would not find.
 */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')
