import { codePieces, slug } from '../reference/chapters.ts'

const heading = /^# (.*)$/m

const link = (chapter: string | undefined, label: (title: string) => string): string[] => {
  const title = chapter === undefined ? undefined : heading.exec(chapter)?.[1]
  return title === undefined ? [] : [`[${label(title)}](#section/${slug(title)})`]
}

/** Adds links to the previous and the next chapter at the end of each. */
export const withPreviousNext = (text: string): string => {
  const marked = codePieces(text).map((piece, i) =>
    i % 2 === 1 ? piece : piece.replaceAll(/^(?=# )/gm, '\u0000'),
  )
  const [introduction = '', ...chapters] = marked.join('').split('\u0000')
  const linkedChapters = chapters.map((chapter, i) => {
    const links = [
      ...(i === 0 ? ['[← Start](#/)'] : link(chapters[i - 1], (title) => `← ${title}`)),
      ...link(chapters[i + 1], (title) => `${title} →`),
    ]
    return `${chapter.trim()}\n\n<span class="previous-next">${links.join(' ')}</span>`
  })
  return [introduction.trim(), ...linkedChapters].join('\n\n')
}
