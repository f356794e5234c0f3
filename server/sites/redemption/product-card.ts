import { html } from 'hono/html'
import { mostOfOneSku } from '../../domain/cart.ts'
import { hiddenField, hiddenTokenField } from '../kit/form-fields.ts'
import type { Markup } from '../kit/markup.ts'
import { picture } from './picture.ts'
import type { RedemptionSite } from './redemption-site.ts'
import type { Choice, Product } from './shop.ts'

/** The quantities that a cart line can have. */
export const quantities = Array.from({ length: mostOfOneSku }, (_, i) => i + 1)

const stockLabel = ({ stock: { text, tone } }: Choice): Markup =>
  html`<span class="stock ${tone}">${text}</span>`

/** Returns the text alternative of a picture. */
const altOf = ({ title, label, imageUrl }: Choice): string => {
  if (imageUrl === null) return ''
  return label === '' ? title : `${title}, ${label}`
}

const choiceOption = (site: RedemptionSite, choice: Choice, isChosen: boolean): Markup =>
  html`<label class="choice"><input type="radio" name="sku" value="${choice.sku}" required${isChosen && html` checked`}${!choice.isAvailable && html` disabled`} data-alt="${altOf(choice)}">
${picture(site, choice.imageUrl, '', 40)}
<span>${choice.label} ${stockLabel(choice)}</span></label>`

const choiceField = (site: RedemptionSite, { choices }: Product, chosen: Choice): Markup => {
  const [only] = choices
  if (only && choices.length === 1)
    return html`${hiddenField('sku', only.sku)}<p>${stockLabel(only)}</p>`
  return html`<fieldset class="choices"><legend>Which one?</legend>
${choices.map((choice) => choiceOption(site, choice, choice === chosen))}
</fieldset>`
}

const addToCart = ({ title, anchor }: Product): Markup => html`<div class="row end">
<div class="field narrow"><label for="${anchor}-quantity">Quantity</label>
<select id="${anchor}-quantity" name="quantity">${quantities.map((n) => html`<option>${n}</option>`)}</select></div>
<button name="do" value="add">Add to cart<span class="visually-hidden"> ${title}</span></button>
</div>`

const inCart = ({ choices, anchor }: Product): Markup => {
  const chosen = choices.filter((choice) => choice.inCart > 0)
  const words = chosen.map(({ label, inCart }) => (label === '' ? inCart : `${inCart} × ${label}`))
  return html`<p class="in-cart" id="${anchor}-in-cart" data-live>${chosen.length > 0 && `In your cart: ${words.join(', ')}`}</p>`
}

/** Returns a product with the form that adds it to the cart. */
export const productCard = (
  site: RedemptionSite,
  product: Product,
  { action, token }: { action: string; token: string },
): Markup => {
  const { title, anchor, choices } = product
  const chosen = choices.find(({ isAvailable: isThere }) => isThere) ?? choices[0]
  if (!chosen) return html``
  return html`<li class="card product" id="${anchor}">
${picture(site, chosen.imageUrl, altOf(chosen), 240)}
<h3>${title}</h3>
<form method="post" action="${action}" data-cart>
${hiddenTokenField(token)}
${choiceField(site, product, chosen)}
${choices.some(({ isAvailable: isThere }) => isThere) && addToCart(product)}
${inCart(product)}
</form>
</li>`
}
