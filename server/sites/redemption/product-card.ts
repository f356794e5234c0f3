import { html } from 'hono/html'
import { hiddenField, hiddenTokenField } from '../kit/form-fields.ts'
import type { Markup } from '../kit/markup.ts'
import type { InviteVisit } from './invite-visit.ts'
import { picture } from './picture.ts'
import type { RedemptionSite } from './redemption-site.ts'
import { type Choice, type ChoiceGroup, groupsOf, type Product, type Shop } from './shop.ts'
import { returnField, stepper } from './stepper.ts'

/** The field with the index of the selected group of variants. */
export const groupField = 'group'

/** The most groups that a product is shown with. With more, its variants are one list. */
export const mostGroups = 40

/** The field with the SKU that is selected in a group. */
export const skuFieldOf = (group: number): string => `sku-${group}`

const stockLabel = ({ stock: { text, tone } }: Choice): Markup =>
  html`<span class="stock ${tone}">${text}</span>`

/** Returns the text alternative of a picture. */
const altOf = ({ title, label, imageUrl }: Choice): string => {
  if (imageUrl === null) return ''
  return label === '' ? title : `${title}, ${label}`
}

type Radio = { name: string; value: string; isChosen: boolean; isDisabled: boolean; alt: string }

const radio = ({ name, value, isChosen, isDisabled, alt }: Radio, content: Markup): Markup =>
  html`<label class="choice"><input type="radio" name="${name}" value="${value}" required${isChosen && html` checked`}${isDisabled && html` disabled`} data-alt="${alt}">
${content}</label>`

const choiceRadio = (
  site: RedemptionSite,
  name: string,
  choice: Choice,
  text: string,
  isChosen: boolean,
): Markup => {
  const { sku, isAvailable, imageUrl } = choice
  const look = { name, value: sku, isChosen, isDisabled: !isAvailable, alt: altOf(choice) }
  return radio(
    look,
    html`${name === 'sku' && picture(site, imageUrl, '', 40)}<span>${text} ${stockLabel(choice)}</span>`,
  )
}

const flatChoices = (site: RedemptionSite, product: Product, chosen: Choice): Markup =>
  html`<fieldset class="choices"><legend>${product.options.join(' and ')}</legend>
${product.choices.map((choice) => choiceRadio(site, 'sku', choice, choice.label, choice === chosen))}
</fieldset>`

const groupOfChoices = (
  site: RedemptionSite,
  { title, options: [, ...rest] }: Product,
  { name, choices }: ChoiceGroup,
  index: number,
  chosen: Choice,
): Markup => {
  const [first] = choices
  const selected = choices.includes(chosen)
  const preset = selected ? chosen : choices.find(({ isAvailable }) => isAvailable)
  const look = {
    name: groupField,
    value: String(index),
    isChosen: selected,
    isDisabled: preset === undefined,
    alt: first?.imageUrl ? `${title}, ${name}` : '',
  }
  const text = html`<span>${name}${!preset && html` <span class="stock gone">Sold out</span>`}</span>`
  return html`<div class="group">
${radio(look, html`${picture(site, first?.imageUrl, '', 40)}${text}`)}
<fieldset class="choices"><legend>${rest.join(' and ')}<span class="visually-hidden"> in ${name}</span></legend>
${choices.map((choice) =>
  choiceRadio(
    site,
    skuFieldOf(index),
    choice,
    choice.values.slice(1).join(', '),
    choice === preset,
  ),
)}
</fieldset></div>`
}

const choiceField = (site: RedemptionSite, product: Product, chosen: Choice): Markup => {
  const { choices, options } = product
  if (choices.length === 1)
    return html`${hiddenField('sku', chosen.sku)}<p>${stockLabel(chosen)}</p>`
  const groups = groupsOf(product)
  if (options.length < 2 || groups.length === choices.length || groups.length > mostGroups)
    return flatChoices(site, product, chosen)
  return html`<fieldset class="choices grouped"><legend>${options[0]}</legend>
${groups.map((group, i) => groupOfChoices(site, product, group, i, chosen))}
</fieldset>`
}

const inCart = (visit: InviteVisit, { choices, anchor }: Product, { lines }: Shop): Markup => {
  const own = lines.filter(({ choice }) => choice && choices.includes(choice))
  return html`<ul class="in-cart" id="${anchor}-in-cart" data-live>${own.map(
    (line, i) =>
      html`<li class="row"><span>In your cart${line.choice?.label && `: ${line.choice.label}`}</span>
${stepper(visit, line, `${anchor}-${i}`, anchor)}</li>`,
  )}</ul>`
}

/** Returns a product with the form that adds it to the cart, and the quantities in the cart. */
export const productCard = (
  site: RedemptionSite,
  visit: InviteVisit,
  product: Product,
  shop: Shop,
): Markup => {
  const { title, anchor, choices } = product
  const available = choices.find(({ isAvailable }) => isAvailable)
  const chosen = available ?? choices[0]
  if (!chosen) return html``
  return html`<li class="card product" id="${anchor}">
${picture(site, chosen.imageUrl, altOf(chosen), 240)}
<h3>${title}</h3>
<div class="pick">
<form method="post" action="${visit.paths.cart}" data-cart>
${hiddenTokenField(visit.token)}${hiddenField('quantity', '1')}${hiddenField(returnField, anchor)}
${choiceField(site, product, chosen)}
${available && html`<p><button name="do" value="add">Add to cart<span class="visually-hidden"> ${title}</span></button></p>`}
</form>
${inCart(visit, product, shop)}
</div>
</li>`
}
