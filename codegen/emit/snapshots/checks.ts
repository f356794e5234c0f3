// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import * as check from './check.ts'

export const constant1 = new RegExp('^[0-9]{13}$', 'u')
export const constant2 = check.setOf([
  'isbn',
  'title',
  'price',
  'pages',
  'genre',
  'lent-to',
  'edition',
  'size',
  'format',
  'anything',
])

export function check1(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v.limit
    if (a1 !== undefined) {
      if (check.isInteger(a1)) {
        if (!(a1 >= 1) && check.no(f, p + '.limit', 'must be at least 1')) return false
        if (!(a1 <= 50) && check.no(f, p + '.limit', 'must be at most 50')) return false
      } else if (check.no(f, p + '.limit', 'must be an integer')) return false
    }
    const a2 = v.minPrice
    if (a2 !== undefined) {
      if (check.isNumber(a2)) {
        if (!(a2 >= 0) && check.no(f, p + '.minPrice', 'must be at least 0')) return false
      } else if (check.no(f, p + '.minPrice', 'must be a number')) return false
    }
    const a3 = v.minTemperature
    if (a3 !== undefined) {
      if (!check.isInteger(a3) && check.no(f, p + '.minTemperature', 'must be an integer'))
        return false
    }
    const a4 = v.lent
    if (a4 !== undefined) {
      if (!(typeof a4 === 'boolean') && check.no(f, p + '.lent', 'must be a boolean')) return false
    }
    const a5 = v.genre
    if (a5 !== undefined) {
      if (!isGenre(a5, f, f && p + '.genre')) return false
    }
    const a6 = v.author
    if (a6 !== undefined) {
      if (Array.isArray(a6)) {
        for (let a7 = 0; a7 < a6.length; a7++) {
          const a8 = a6[a7]
          if (
            !(typeof a8 === 'string') &&
            check.no(f, p + '.author[' + a7 + ']', 'must be a string')
          )
            return false
        }
      } else if (check.no(f, p + '.author', 'must be an array')) return false
    }
    const a9 = v.shelf
    if (a9 === undefined) {
      if (check.no(f, p + '.shelf', 'Which shelf?')) return false
    } else {
      if (typeof a9 === 'string') {
        if (!(a9 !== '') && check.no(f, p + '.shelf', 'must not be empty')) return false
      } else if (check.no(f, p + '.shelf', 'must be a string')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isGenre(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (!(v === 'novel' || v === 'poetry') && check.no(f, p, 'must be one of novel, poetry'))
      return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isNewBook(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v.title
    if (a1 === undefined) {
      if (check.no(f, p + '.title', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!(a1 !== '') && check.no(f, p + '.title', 'must have a title')) return false
        if (
          !check.isShort(a1, 200) &&
          check.no(f, p + '.title', 'must have at most 200 characters')
        )
          return false
      } else if (check.no(f, p + '.title', 'must be a string')) return false
    }
    const a2 = v.isForSale
    if (a2 === undefined) {
      if (check.no(f, p + '.isForSale', 'is required')) return false
    } else {
      if (!(typeof a2 === 'boolean') && check.no(f, p + '.isForSale', 'must be a boolean'))
        return false
    }
    const a3 = v.price
    if (a3 !== undefined) {
      if (!check.isNumber(a3) && check.no(f, p + '.price', 'must be a number')) return false
    }
    if (!f?.length) {
      if (check4(v)) {
        if (check.isObject(v)) {
          const a4 = v.price
          if (a4 === undefined) {
            if (check.no(f, p + '.price', 'What does it cost?')) return false
          }
        }
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function check4(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v.isForSale
    if (a1 === undefined) {
      if (check.no(f, p + '.isForSale', 'is required')) return false
    } else {
      if (!(a1 === true) && check.no(f, p + '.isForSale', 'must be true')) return false
    }
  }
  return true
}

export function check5(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v.isbn
    if (a1 === undefined) {
      if (check.no(f, p + '.isbn', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!constant1.test(a1) && check.no(f, p + '.isbn', 'must match ^[0-9]{13}$')) return false
      } else if (check.no(f, p + '.isbn', 'must be a string')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function check6(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v.isbn
    if (a1 === undefined) {
      if (check.no(f, p + '.isbn', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!constant1.test(a1) && check.no(f, p + '.isbn', 'must match ^[0-9]{13}$')) return false
      } else if (check.no(f, p + '.isbn', 'must be a string')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function check7(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v.tag
    if (a1 === undefined) {
      if (check.no(f, p + '.tag', 'is required')) return false
    } else {
      if (!(typeof a1 === 'string') && check.no(f, p + '.tag', 'must be a string')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function check8(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v.isbn
    if (a1 === undefined) {
      if (check.no(f, p + '.isbn', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!constant1.test(a1) && check.no(f, p + '.isbn', 'must match ^[0-9]{13}$')) return false
      } else if (check.no(f, p + '.isbn', 'must be a string')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function check9(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (Array.isArray(v)) {
    for (let a1 = 0; a1 < v.length; a1++) {
      const a2 = v[a1]
      if (!isBook(a2, f, f && p + '[' + a1 + ']')) return false
    }
  } else if (check.no(f, p, 'must be an array')) return false
  return true
}

export function isBook(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v.isbn
    if (a1 === undefined) {
      if (check.no(f, p + '.isbn', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!constant1.test(a1) && check.no(f, p + '.isbn', 'must match ^[0-9]{13}$')) return false
      } else if (check.no(f, p + '.isbn', 'must be a string')) return false
    }
    const a2 = v.title
    if (a2 === undefined) {
      if (check.no(f, p + '.title', 'is required')) return false
    } else {
      if (typeof a2 === 'string') {
        if (!(a2 !== '') && check.no(f, p + '.title', 'must not be empty')) return false
        if (
          !check.isShort(a2, 200) &&
          check.no(f, p + '.title', 'must have at most 200 characters')
        )
          return false
      } else if (check.no(f, p + '.title', 'must be a string')) return false
    }
    const a3 = v.price
    if (a3 === undefined) {
      if (check.no(f, p + '.price', 'is required')) return false
    } else {
      if (check.isNumber(a3)) {
        if (!(a3 > 0) && check.no(f, p + '.price', 'must be more than 0')) return false
        if (!(a3 < 1000) && check.no(f, p + '.price', 'must be less than 1000')) return false
      } else if (check.no(f, p + '.price', 'must be a number')) return false
    }
    const a4 = v.pages
    if (a4 === undefined) {
      if (check.no(f, p + '.pages', 'is required')) return false
    } else {
      if (check.isInteger(a4) || a4 === null) {
        if (typeof a4 === 'number') {
          if (!(a4 >= 1) && check.no(f, p + '.pages', 'must be at least 1')) return false
          if (!(a4 <= 9999) && check.no(f, p + '.pages', 'must be at most 9999')) return false
        }
      } else if (check.no(f, p + '.pages', 'must be an integer')) return false
    }
    const a5 = v.genre
    if (a5 === undefined) {
      if (check.no(f, p + '.genre', 'is required')) return false
    } else {
      if (!isGenre(a5, f, f && p + '.genre')) return false
    }
    const a6 = v['lent-to']
    if (a6 === undefined) {
      if (check.no(f, p + '.lent-to', 'is required')) return false
    } else {
      if (
        !(typeof a6 === 'string' || a6 === null) &&
        check.no(f, p + '.lent-to', 'must be a string')
      )
        return false
    }
    const a7 = v.edition
    if (a7 !== undefined) {
      if (!(typeof a7 === 'string') && check.no(f, p + '.edition', 'must be a string')) return false
    }
    const a8 = v.size
    if (a8 === undefined) {
      if (check.no(f, p + '.size', 'is required')) return false
    } else {
      if (check.isObject(a8)) {
        const a9 = a8.width
        if (a9 === undefined) {
          if (check.no(f, p + '.size.width', 'is required')) return false
        } else {
          if (!check.isNumber(a9) && check.no(f, p + '.size.width', 'must be a number'))
            return false
        }
        const a10 = a8.height
        if (a10 === undefined) {
          if (check.no(f, p + '.size.height', 'is required')) return false
        } else {
          if (!check.isNumber(a10) && check.no(f, p + '.size.height', 'must be a number'))
            return false
        }
        for (const a11 of Object.keys(a8)) {
          if (a11 !== 'width' && a11 !== 'height') {
            if (check.no(f, p + '.size.' + a11, 'is not allowed')) return false
          }
        }
      } else if (check.no(f, p + '.size', 'must be an object')) return false
    }
    const a13 = v.format
    if (a13 !== undefined) {
      if (
        !(check11(a13) || check12(a13)) &&
        check.no(f, p + '.format', 'must match one of the alternatives')
      )
        return false
    }
    const a14 = v.anything
    if (a14 !== undefined) {
      if (!check.isObject(a14) && check.no(f, p + '.anything', 'must be an object')) return false
    }
    for (const a17 of Object.keys(v)) {
      if (!constant2.has(a17)) {
        if (check.no(f, p + '.' + a17, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function check11(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (!(v === 'paper') && check.no(f, p, 'must be one of paper')) return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function check12(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (!check.isInteger(v) && check.no(f, p, 'must be an integer')) return false
  return true
}

export function isReason(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v.reason
    if (a1 === undefined) {
      if (check.no(f, p + '.reason', 'is required')) return false
    } else {
      if (!(typeof a1 === 'string') && check.no(f, p + '.reason', 'must be a string')) return false
    }
    for (const a2 of Object.keys(v)) {
      if (a2 !== 'reason') {
        if (check.no(f, p + '.' + a2, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function check14(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (!(v === 'No such book') && check.no(f, p, 'must be "No such book"')) return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function check15(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    for (const a1 of Object.keys(v)) {
      const a2 = v[a1]
      if (!check.isInteger(a2) && check.no(f, p + '.' + a1, 'must be an integer')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isLent(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v.isbn
    if (a1 === undefined) {
      if (check.no(f, p + '.isbn', 'is required')) return false
    } else {
      if (!(typeof a1 === 'string') && check.no(f, p + '.isbn', 'must be a string')) return false
    }
    const a2 = v.until
    if (a2 === undefined) {
      if (check.no(f, p + '.until', 'is required')) return false
    } else {
      if (!(a2 === null) && check.no(f, p + '.until', 'must be a value')) return false
    }
    for (const a4 of Object.keys(v)) {
      if (a4 !== 'isbn' && a4 !== 'until' && a4 !== 'nothing') {
        if (check.no(f, p + '.' + a4, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}
