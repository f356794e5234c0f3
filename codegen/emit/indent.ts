/** Strings and comments: their brackets count for nothing. */
const texts =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*|\/\*.*?(?:\*\/|$)|^ \*.*/g

const count = (code: string, brackets: RegExp): number => code.match(brackets)?.length ?? 0

/** Indents emitted code by its brackets. Line breaks stay as they are. */
export const indented = (code: string): string => {
  // The number of brackets that each level closes: those that one line opens are one level.
  const levels: number[] = []
  const indent = (line: string): string => {
    const plain = line.replaceAll(texts, '')
    const net = count(plain, /[([{]/g) - count(plain, /[)\]}]/g)
    for (let closed = -net; closed > 0; ) closed -= levels.pop() ?? closed
    const own = levels.length - Number(net >= 0 && /^[)\]}]/.test(plain))
    if (net > 0) levels.push(net)
    return line === '' || line.startsWith(' ') ? line : `${'  '.repeat(Math.max(own, 0))}${line}`
  }
  return code.split('\n').map(indent).join('\n')
}
