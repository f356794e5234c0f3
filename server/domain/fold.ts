/**
 * Folds text for comparison without case, for email addresses and searches. A sigma at the end of a word
 * has its own lower-case form, which a search for a prefix would not find.
 */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')
