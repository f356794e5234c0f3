/**
 * The page's element of an id.
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export const byId = (id, kind) => {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${kind.name} ${id}`)
}

/**
 * Makes an element. What is a string among its children becomes text, whatever it looks like.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} className
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export const make = (name, className, ...children) => {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.append(...children)
  return made
}
