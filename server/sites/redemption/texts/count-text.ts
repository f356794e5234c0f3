/** Returns a count with its noun: `1 item`, `2 items`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
