import { html } from 'hono/html'
import { headerOf } from '../../../generated/bodies.ts'
import { changeCart } from '../../actions/change-cart.ts'
import { viewInvite } from '../../actions/view-invite.ts'
import type { CartChange } from '../../domain/cart.ts'
import { closingTime, rejectsRedemption } from '../../domain/invite.ts'
import { form, formError } from '../kit/forms.ts'
import { type Markup, seeOther, timeElement } from '../kit/site.ts'
import { showUsedInvite } from './done-page.ts'
import {
  type InviteVisit,
  invitePage,
  linesView,
  linkBack,
  notice,
  onForm,
  picture,
  rejectInvite,
  whileOpen,
} from './redemption-page.ts'
import {
  type Choice,
  cartProblemText,
  isCartProblem,
  itemCountText,
  type Line,
  lineName,
  type Product,
  readShop,
  type Shop,
} from './shop.ts'

/** Returns a form that changes the cart. */
const cartForm = (
  { pathOf, token }: InviteVisit,
  hidden: Record<string, string>,
  content: Markup,
  className = '',
): Markup => {
  const data = html`data-cart`
  const fields = { token, ...hidden }
  return form({ action: pathOf('/cart'), hidden: fields, class: className, data }, content)
}

/**
 * Returns a form whose buttons send the next smaller and the next larger quantity of a line. They name
 * the quantity, not the difference, so a repeated request changes nothing.
 * @param id makes the ids of the buttons unique on the page.
 * @param back the anchor of the product that the browser returns to; empty for the cart.
 */
const stepper = (visit: InviteVisit, line: Line, id: string, back = ''): Markup => {
  const { sku, quantity, choice } = line
  const most = choice?.most ?? 0
  const fewer = Math.min(quantity - 1, most)
  const name = lineName(line)
  return cartForm(
    visit,
    { sku, do: 'update', back },
    html`<button id="fewer-${id}" name="quantity" value="${fewer}"${fewer < 1 && html` disabled`}><span aria-hidden="true">−</span><span class="visually-hidden">One fewer ${name}</span></button>
<output>${quantity}</output>
<button id="more-${id}" name="quantity" value="${quantity + 1}"${quantity >= most && html` disabled`}><span aria-hidden="true">+</span><span class="visually-hidden">One more ${name}</span></button>`,
    'stepper',
  )
}

const removal = (visit: InviteVisit, line: Line, i: number): Markup =>
  cartForm(
    visit,
    { sku: line.sku },
    html`<button class="quiet" id="remove-${i}" name="do" value="remove">Remove<span class="visually-hidden"> ${lineName(line)}</span></button>`,
  )

/** Returns the cart with its forms and the link to the checkout. */
const cartView = (visit: InviteVisit, { lines }: Shop): Markup =>
  html`<section class="card cart" id="cart" aria-labelledby="cart-title" data-live data-summary="Your cart has ${itemCountText(lines)}">
<h2 id="cart-title" tabindex="-1">Your cart${lines.length > 0 && html` <span class="muted">${itemCountText(lines)}</span>`}</h2>
${
  lines.length === 0
    ? html`<p class="muted">Your cart is empty. Add a gift to continue.</p>`
    : html`${linesView(
        visit,
        lines,
        (line, i) =>
          html`<div class="row">${stepper(visit, line, `line-${i}`)}${removal(visit, line, i)}</div>`,
      )}
<p><a class="button" href="${visit.pathOf('/checkout')}">Check out</a></p>
<p class="muted small">Items aren’t reserved until you order.</p>`
}
</section>`

const stockLabel = ({ stock: { text, tone } }: Choice): Markup =>
  html`<span class="stock ${tone}">${text}</span>`

/** Returns the text alternative of a picture. */
const altOf = ({ title, label, imageUrl }: Choice): string => {
  if (imageUrl === null) return ''
  return label === '' ? title : `${title}, ${label}`
}

/** Returns a radio button. The script shows the picture of the chosen one. */
const choiceRadio = (
  { site }: InviteVisit,
  choice: Choice,
  isChosen: boolean,
  content: Markup,
): Markup => {
  const { sku, isAvailable, imageUrl } = choice
  const image = imageUrl ?? site.assetUrl('no-picture.svg')
  return html`<label class="choice"><input type="radio" name="sku" value="${sku}" required${isChosen && html` checked`}${!isAvailable && html` disabled`} data-image="${image}" data-alt="${altOf(choice)}">
${content}</label>`
}

/** Returns the variants as radio buttons: with two options, such as color and size, a row for each color. */
const choiceField = (visit: InviteVisit, product: Product, chosen: Choice): Markup => {
  const { anchor, choices, options } = product
  const groups = Map.groupBy(choices, ({ values }) => values[0] ?? '')
  const isFlat = options.length < 2 || groups.size === choices.length
  const radios = (shown: readonly Choice[]) =>
    shown.map((choice) =>
      choiceRadio(
        visit,
        choice,
        choice === chosen,
        isFlat
          ? html`${picture(visit, choice.imageUrl, '', 40)}<span>${choice.label} ${stockLabel(choice)}</span>`
          : html`<span>${choice.values.slice(1).join(', ')} ${stockLabel(choice)}</span>`,
      ),
    )
  return html`<fieldset><legend>${options.join(' and ')}</legend>
${
  isFlat
    ? html`<div class="choices">${radios(choices)}</div>`
    : [...groups].map(
        (
          [name, shown],
          i,
        ) => html`<div class="group" role="group" aria-labelledby="${anchor}-group-${i}">
<p class="row" id="${anchor}-group-${i}">${picture(visit, shown[0]?.imageUrl, '', 40)} ${name}</p>
<div class="choices small">${radios(shown)}</div></div>`,
      )
}
</fieldset>`
}

/** Returns a product with the form that adds it to the cart, and the quantities in the cart. */
const productCard = (visit: InviteVisit, product: Product, { lines }: Shop): Markup => {
  const { title, anchor, choices } = product
  const available = choices.find(({ isAvailable }) => isAvailable)
  const chosen = available ?? choices[0]
  if (!chosen) return html``
  const isOne = choices.length === 1
  const inCart = lines.filter(({ choice }) => choice && choices.includes(choice))
  return html`<li class="card product" id="${anchor}">
${picture(visit, chosen.imageUrl, altOf(chosen), 240)}
<h3>${title}</h3>
${cartForm(
  visit,
  { quantity: '1', back: anchor, ...(isOne && { sku: chosen.sku }) },
  html`${isOne ? html`<p>${stockLabel(chosen)}</p>` : choiceField(visit, product, chosen)}
${available && html`<p><button name="do" value="add">Add to cart<span class="visually-hidden"> ${title}</span></button></p>`}`,
)}
<ul class="in-cart" id="${anchor}-in-cart" data-live>${inCart.map(
    (line, i) =>
      html`<li class="row"><span>In your cart${line.choice?.label && `: ${line.choice.label}`}</span>
${stepper(visit, line, `${anchor}-${i}`, anchor)}</li>`,
  )}</ul>
</li>`
}

const greeting = ({ invite }: InviteVisit): Markup => {
  const { campaign, expiresAt, firstName, sender } = invite
  const end = closingTime(expiresAt, campaign.expiration)
  const until = end !== undefined && html`Open until ${timeElement(end)}. `
  return html`<div class="greeting">
<h1>${campaign.name}</h1>
<p class="lead">${firstName === '' ? 'Pick' : `Hi ${firstName}, pick`} your gifts and enter your address.</p>
<p class="muted">A gift from ${sender.name}: you pay nothing. ${until}This invite is for one order.</p>
</div>`
}

/** Shows the products of the invite's campaign, and the cart. */
const renderProducts = async (
  visit: InviteVisit,
  status = 200,
  rejection: (shop: Shop) => string | undefined = () => undefined,
): Promise<Response> => {
  const { invite, site } = visit
  const shop = await readShop(site.store, invite, site.cdnUrl)
  const { products, lines } = shop
  const main = html`${greeting(visit)}
${notice(rejection(shop))}
<p class="visually-hidden" role="status" id="cart-status"></p>
<div class="shop">
<section aria-labelledby="products-title">
<h2 class="visually-hidden" id="products-title">Products</h2>
${
  products.length === 0
    ? html`<p class="card">This campaign has no gifts yet. Try again later.</p>`
    : html`<ul class="products">${products.map((product) => productCard(visit, product, shop))}</ul>`
}
<div id="cart-bar" data-live>${lines.length > 0 && html`<a class="button" href="#cart">Your cart: ${itemCountText(lines)}</a>`}</div>
</section>
${cartView(visit, shop)}
</div>`
  return invitePage(visit, status, { title: invite.campaign.name, step: 'Choose', main })
}

const showOpenInvite = whileOpen((visit) => renderProducts(visit))

/** Shows the products and the cart, the order of a used invite, or why the invite cannot be redeemed. */
export const showProductsPage = (visit: InviteVisit): Promise<Response> =>
  visit.invite.status === 'USED' ? showUsedInvite(visit, false) : showOpenInvite(visit)

/** Returns whether a person sees the response. Excludes HEAD requests and prefetches. */
const isShownToPerson = ({ context }: InviteVisit): boolean =>
  context.req.method === 'GET' && !headerOf(context, 'sec-purpose')?.startsWith('prefetch')

/** Shows the page at the invite's link. Emits `invite.viewed` if it can be redeemed (specification §6). */
export const showLandingPage = async (visit: InviteVisit): Promise<Response> => {
  const { site, invite, now } = visit
  const response = await showProductsPage(visit)
  if (isShownToPerson(visit) && !rejectsRedemption(invite, invite.campaign, now))
    viewInvite(site.actions, invite, 'landing')
  return response
}

/** Redirects to the cart, which is a part of the products page. */
export const showCartPage = whileOpen(async ({ pathOf, headers }) =>
  seeOther(`${pathOf('/products')}#cart`, headers),
)

const isCartAction = (text: string): text is CartChange['do'] => /^(add|update|remove)$/.test(text)

/** Returns the quantity of a form; 0, which is out of bounds, if it is not a number. */
const readQuantity = (text: string): number => (/^[0-9]{1,9}$/.test(text) ? Number(text) : 0)

const isAnchor = (text: string): boolean => /^product-[0-9]{1,9}$/.test(text)

const cartFields = ['sku', 'quantity', 'do', 'back']

/** Changes the cart. A rejected change is explained on the products page. */
export const submitCart = onForm(cartFields, '/products', async (visit, field) => {
  const { site, invite, pathOf, now, headers } = visit
  const [action, back] = [field('do'), field('back')]
  if (!isCartAction(action))
    throw formError(400, 'The form has no action.', linkBack(visit, '/products'))
  const quantity = readQuantity(field('quantity'))
  const change = { sku: field('sku'), do: action, quantity }
  const result = await site.actions.run((transaction) =>
    changeCart(transaction, invite, change, 'products', now),
  )
  if (!('rejected' in result))
    return seeOther(`${pathOf('/products')}#${isAnchor(back) ? back : 'cart'}`, headers)
  return isCartProblem(result)
    ? renderProducts(visit, 400, (shop) => cartProblemText(shop, result))
    : rejectInvite(visit, result)
})
