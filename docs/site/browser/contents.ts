import { allSections, titleOf } from './elements.ts'

/** Marks the section that is being read in the menu, in the skip link and in the title of the tab. */
export const followReader = (): void => {
  const visible = new Set<Element>()
  const sections = allSections()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target)
        else visible.delete(target)
      }
      const current = sections.find((section) => visible.has(section))
      if (current) mark(current)
    },
    // The line below the bar that is on top of narrow pages.
    { rootMargin: '-90px 0px -75% 0px' },
  )
  for (const section of sections) observer.observe(section)
  addEventListener('hashchange', setTitle)
  setTitle()
  const menu = document.getElementById('menu')
  menu?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && menu.matches(':popover-open'))
      menu.hidePopover()
  })
}

/** Returns the menu's link to a section, or to the chapter of a section. */
const linkTo = (id: string): HTMLAnchorElement | null =>
  document.querySelector<HTMLAnchorElement>(`#menu li a[href="#${id}"], #menu h2 a[href="#${id}"]`)

const mark = (section: Element): void => {
  const chapter = section.id.split('/').slice(0, 2).join('/')
  const link = linkTo(section.id) ?? linkTo(chapter)
  const marked = document.querySelector('#menu [aria-current]')
  document.querySelector('.skip')?.setAttribute('href', `#${section.id}`)
  if (link === marked) return
  marked?.removeAttribute('aria-current')
  link?.setAttribute('aria-current', 'true')
  // `scrollIntoView` would also scroll the page.
  const menu = document.getElementById('menu')
  if (!menu || !link) return
  const { top, bottom } = link.getBoundingClientRect()
  if (top < 0 || bottom > menu.clientHeight) menu.scrollTop += top - menu.clientHeight / 2
}

const fragment = (): string => {
  const text = location.hash.slice(1)
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const ownTitle = document.title

/** Names the section or field of the address in the tab and the history. Opens what holds the field. */
const setTitle = (): void => {
  const target = document.getElementById(fragment())
  const section = target?.closest('main > section')
  const heading = section ? titleOf(section) : undefined
  const field = target?.matches('li') ? target.querySelector('code')?.textContent : undefined
  document.title = [...new Set([field, heading, ownTitle])].filter(Boolean).join(' · ')
  target?.closest('details')?.setAttribute('open', '')
}
