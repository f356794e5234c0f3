import { html } from 'hono/html'
import { viewInvite } from '../../actions/view-invite.ts'
import { rejectsRedemption } from '../../domain/invite.ts'
import { header } from '../../http/env.ts'
import { hiddenField, hiddenTokenField } from '../kit/forms.ts'
import type { Markup } from '../kit/pages.ts'
import { cartView, returnField, stepper } from './cart-view.ts'
import { showUsedInvite } from './done-page.ts'
import {
  closingTime,
  endText,
  type InviteVisit,
  notice,
  picture,
  type RedemptionSite,
  type RedemptionView,
  redemptionPage,
  rejectionResponse,
} from './redemption-page.ts'
import {
  type Choice,
  type ChoiceGroup,
  groupsOf,
  itemCountText,
  type Product,
  readShop,
  type Shop,
} from './shop.ts'

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
const productCard = (
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

const closing = ({ invite: { expiresAt, campaign }, now }: InviteVisit): Markup | undefined => {
  const end = closingTime(expiresAt, campaign.expiration)
  if (end === undefined) return undefined
  return html`Open until <time datetime="${new Date(end).toISOString()}">${endText(end, now)}</time>. `
}

const greeting = (visit: InviteVisit): Markup => {
  const { campaign, firstName, sender } = visit.invite
  return html`<div class="greeting">
<h1>${campaign.name}</h1>
<p class="lead">${firstName === '' ? 'Pick' : `Hi ${firstName}, pick`} your gifts and tell us where to send them.</p>
<p class="muted">A gift from ${sender.name}: you pay nothing. ${closing(visit)}This invite is for one order.</p>
</div>`
}

/** Returns the products of the invite's campaign, and the cart. */
export const productsView = (
  site: RedemptionSite,
  visit: InviteVisit,
  shop: Shop,
  rejection?: string,
): RedemptionView => {
  const { invite } = visit
  const { products, lines } = shop
  return {
    title: invite.campaign.name,
    sender: invite.sender,
    step: 'Choose',
    main: html`${greeting(visit)}
${notice(rejection)}
<p class="visually-hidden" role="status" id="cart-status"></p>
<div class="shop">
<section aria-labelledby="products-title">
<h2 class="visually-hidden" id="products-title">Products</h2>
${
  products.length === 0
    ? html`<p class="card">This campaign has no gifts yet. Try again later.</p>`
    : html`<ul class="products">${products.map((product) => productCard(site, visit, product, shop))}</ul>`
}
<div id="cart-bar" data-live>${lines.length > 0 && html`<a class="button cart-bar" href="#cart">Your cart: ${itemCountText(lines)}</a>`}</div>
</section>
${cartView(site, visit, shop)}
</div>`,
  }
}

/** Shows the products and the cart, the order of a used invite, or why the invite cannot be redeemed. */
export const showProductsPage = async (
  site: RedemptionSite,
  visit: InviteVisit,
): Promise<Response> => {
  const { invite, now, headers } = visit
  if (invite.status === 'USED') return showUsedInvite(site, visit, false)
  const rejection = rejectsRedemption(invite, invite.campaign, now)
  if (rejection) return rejectionResponse(site, visit, rejection)
  const shop = await readShop(site.store, invite, site.cdnUrl)
  return redemptionPage(site, 200, productsView(site, visit, shop), headers)
}

/** Returns whether a person sees the response. Excludes HEAD requests and prefetches. */
const isShownToPerson = ({ context }: InviteVisit): boolean =>
  context.req.method === 'GET' && !header(context, 'sec-purpose')?.startsWith('prefetch')

/** Shows the page at the invite's link. Emits `invite.viewed` if it can be redeemed (specification §6). */
export const showLandingPage = async (
  site: RedemptionSite,
  visit: InviteVisit,
): Promise<Response> => {
  const { invite, now } = visit
  const response = await showProductsPage(site, visit)
  if (isShownToPerson(visit) && !rejectsRedemption(invite, invite.campaign, now))
    viewInvite(site.actions, invite, 'landing')
  return response
}
