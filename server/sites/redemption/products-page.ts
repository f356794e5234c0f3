import { html } from 'hono/html'
import { changeCart } from '../../actions/change-cart.ts'
import { isNewOpening, viewInvite } from '../../actions/invites.ts'
import type { CartChange } from '../../domain/cart.ts'
import { closingTime, rejectsRedemption } from '../../domain/invite.ts'
import { formError } from '../kit/forms.ts'
import {
  assetPath,
  type Handler,
  isolated,
  type Markup,
  timeElement,
  type View,
} from '../kit/site.ts'
import { showUsedInvite } from './done-page.ts'
import {
  actorOf,
  goTo,
  type InviteVisit,
  invitePath,
  linesView,
  linkBack,
  notice,
  onForm,
  picture,
  rejectInvite,
  whileOpen,
} from './invite-visit.ts'
import {
  type Choice,
  cartProblemText,
  isCartProblem,
  itemCountText,
  type Line,
  lineName,
  type Offers,
  type Product,
  problemIn,
  problemQuery,
  readOffers,
} from './offers.ts'

const openPage = whileOpen((visit) => {
  const query = (name: string) => visit.context.req.query(name)
  if (query('removed') !== undefined) return productsView(visit, () => lastRemoved)
  const problem = problemIn(query)
  return productsView(visit, problem && ((offers) => cartProblemText(offers, problem)))
})

/** Redirects to the cart, which is a part of the products page. */
export const cartPage = whileOpen(async (visit) => goTo(visit, '/products', '#cart'))

/** Changes the cart. The products page explains a rejected change. */
export const submitCart = onForm(async (visit, field) => {
  const { site, invite, now } = visit
  const [action, quantity, back] = [field('do'), field('quantity'), field('back')]
  if (!isCartAction(action)) throw formError(400, 'The form is not valid.', linkBack(visit))
  // 0 is out of bounds.
  const units = /^[0-9]{1,9}$/.test(quantity) ? Number(quantity) : 0
  const change = { sku: field('sku'), do: action, quantity: units }
  const result = await site.actions
    .as(actorOf(invite))
    .run((transaction) => changeCart(transaction, invite, change, 'products', now))
  if (!('rejected' in result))
    return goTo(visit, '/products', /^product-[0-9]{1,9}$/.test(back) ? `#${back}` : '#cart')
  return isCartProblem(result)
    ? goTo(visit, '/products', problemQuery(result))
    : rejectInvite(visit, result)
})

/** Shows the products and the cart, the order of a used invite, or why the invite cannot be redeemed. */
export const productsPage: Handler<InviteVisit> = (visit) =>
  visit.invite.status === 'USED' ? showUsedInvite(visit) : openPage(visit)

/** Shows the page at the invite's link. Counts as an opening if it can be redeemed (design decision 46). */
export const landingPage = async (visit: InviteVisit): Promise<View | Response> => {
  const { site, invite, now } = visit
  const view = await productsPage(visit)
  const canRedeem = !rejectsRedemption(invite, invite.campaign, now)
  // The page is shown also if the database takes no writes.
  if (canRedeem && isShownToPerson(visit) && isNewOpening(invite, now))
    await site.actions
      .as(actorOf(invite))
      .run((transaction) => viewInvite(transaction, invite, 'landing', now))
      .catch((error: unknown) => site.onFault(visit.context, error))
  return view
}

/** Returns whether a person sees the response. Excludes HEAD requests and prefetches. */
function isShownToPerson({ context }: InviteVisit): boolean {
  return context.req.method === 'GET' && !context.req.header('sec-purpose')?.startsWith('prefetch')
}

const cartForm = (visit: InviteVisit, sku: string, content: Markup, className = ''): Markup =>
  html`<form method="post" action="${invitePath(visit, '/cart')}" class="${className}" data-cart>
${sku && html`<input type="hidden" name="sku" value="${sku}">`}
${content}
</form>`

/**
 * Returns a form whose buttons send the next smaller and the next larger quantity of a line. They name
 * the quantity, not the difference, so a repeated request changes nothing.
 * @param back the anchor of the product that the browser returns to, or `cart`.
 */
const stepper = (visit: InviteVisit, line: Line, back: string): Markup => {
  const { sku, quantity, choice } = line
  // The script finds the button of the same item again, also after lines before it were removed.
  const id = `${back}-${sku}`
  const most = choice?.most ?? 0
  const fewer = Math.min(quantity - 1, most)
  const name = lineName(line)
  return cartForm(
    visit,
    sku,
    html`<input type="hidden" name="do" value="update"><input type="hidden" name="back" value="${back}">
<button id="fewer-${id}" name="quantity" value="${fewer}"${fewer < 1 && html` disabled`}><span aria-hidden="true">−</span><span class="visually-hidden">One fewer ${name}</span></button>
<output>${quantity}</output>
<button id="more-${id}" name="quantity" value="${quantity + 1}"${quantity >= most && html` disabled`}><span aria-hidden="true">+</span><span class="visually-hidden">One more ${name}</span></button>`,
    'stepper',
  )
}

const cartView = (visit: InviteVisit, { lines }: Offers): Markup =>
  html`<section class="card cart" id="cart" aria-labelledby="cart-title" data-live data-summary="${lines.length === 0 ? lastRemoved : `Your cart has ${itemCountText(lines)}`}">
<h2 id="cart-title" tabindex="-1">Your cart${lines.length > 0 && html` <span class="muted">${itemCountText(lines)}</span>`}</h2>
${
  lines.length === 0
    ? html`<p class="muted">Your cart is empty. Add a gift to continue.</p>`
    : html`${linesView(visit, lines, (line) => {
        const removal = html`<button class="quiet" id="remove-${line.sku}" name="do" value="remove">Remove<span class="visually-hidden"> ${lineName(line)}</span></button>`
        return html`<div class="row">${stepper(visit, line, 'cart')}${cartForm(visit, line.sku, removal)}</div>`
      })}
<p><a class="button" href="${invitePath(visit, '/checkout')}">Check out</a></p>
<p class="muted small">Items aren’t reserved until you order.</p>`
}
</section>`

const stockLabel = ({ stock: { text, tone } }: Choice): Markup =>
  html`<span class="stock ${tone}">${text}</span>`

const altOf = ({ title, label, imageUrl }: Choice): string => {
  if (imageUrl === null) return ''
  return label === '' ? title : `${title}, ${label}`
}

/** Says that the cart is empty after a change. */
export const lastRemoved = 'Your last item was removed. Your cart is empty.'

/** The most variants of a product that are shown unfolded. */
const maxUnfolded = 16

/**
 * Returns the variants as radio buttons: with two options, such as color and size, a row for each color.
 * The rows of many variants are folded, but that of the chosen one.
 */
const choiceField = (visit: InviteVisit, product: Product, chosen: Choice): Markup => {
  const { anchor, choices, options } = product
  const groups = [...Map.groupBy(choices, ({ values }) => values[0] ?? '')]
  const isFlat = options.length < 2 || groups.length === choices.length
  // The script shows the picture of the chosen one.
  const isLong = choices.length > maxUnfolded
  const radio = (choice: Choice) => {
    const { sku, isAvailable, imageUrl, label, values } = choice
    const image = imageUrl ?? assetPath(visit.site, 'no-picture.svg')
    return html`<label class="choice"><input type="radio" name="sku" value="${sku}" required${choice === chosen && html` checked`}${!isAvailable && html` disabled`} data-image="${image}" data-alt="${altOf(choice)}">
${isFlat && picture(visit, imageUrl, '', 40)}<span>${isFlat ? label : values.slice(1).join(', ')} ${stockLabel(choice)}</span></label>`
  }
  const group = ([name, shown]: [string, Choice[]], i: number) => {
    const heading = html`${picture(visit, shown[0]?.imageUrl, '', 40)} ${name}`
    const radios = html`<div class="choices small">${shown.map(radio)}</div>`
    if (isLong)
      return html`<details${shown.includes(chosen) && html` open`}><summary>${heading}</summary>${radios}</details>`
    return html`<div class="group" role="group" aria-labelledby="${anchor}-group-${i}">
<p class="row" id="${anchor}-group-${i}">${heading}</p>
${radios}</div>`
  }
  return html`<fieldset><legend>${options.join(' and ')}</legend>
${isFlat ? html`<div class="choices">${choices.map(radio)}</div>` : groups.map(group)}
</fieldset>`
}

/** Returns a product with the form that adds it to the cart, and the quantities in the cart. */
const productCard = (visit: InviteVisit, product: Product, { lines }: Offers): Markup => {
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
  isOne ? chosen.sku : '',
  html`<input type="hidden" name="quantity" value="1"><input type="hidden" name="back" value="${anchor}">
${isOne ? html`<p>${stockLabel(chosen)}</p>` : choiceField(visit, product, chosen)}
${available && html`<p><button name="do" value="add">Add to cart<span class="visually-hidden"> ${title}</span></button></p>`}`,
)}
<ul class="in-cart" id="${anchor}-in-cart" data-live>${inCart.map(
    (line) =>
      html`<li class="row"><span>In your cart${line.choice?.label && `: ${line.choice.label}`}</span>
${stepper(visit, line, anchor)}</li>`,
  )}</ul>
</li>`
}

const greeting = ({ invite }: InviteVisit): Markup => {
  const { campaign, expiresAt, firstName, sender } = invite
  const end = closingTime(expiresAt, campaign.expiration)
  const until = end !== undefined && html`Open until ${timeElement(end)}. `
  return html`<div class="greeting">
<h1>${campaign.name}</h1>
<p class="lead">${firstName === '' ? 'Pick' : html`Hi ${isolated(firstName)}, pick`} your gifts and enter your address.</p>
<p class="muted">A gift from ${isolated(sender.name)}: you pay nothing. ${until}This invite is for one order.</p>
</div>`
}

async function productsView(
  visit: InviteVisit,
  message?: (offers: Offers) => string,
): Promise<View> {
  const { invite, site } = visit
  const offers = await readOffers(site.store, invite, site.cdnUrl)
  const { products, lines } = offers
  return {
    title: invite.campaign.name,
    step: 'Choose',
    main: html`${greeting(visit)}
${notice(message?.(offers))}
<p class="visually-hidden" role="status" id="cart-status"></p>
<div class="shop">
<section aria-labelledby="products-title">
<h2 class="visually-hidden" id="products-title">Products</h2>
${
  products.length === 0
    ? html`<p class="card">This campaign has no gifts yet. Try again later.</p>`
    : html`<ul class="products">${products.map((product) => productCard(visit, product, offers))}</ul>`
}
<div id="cart-bar" data-live>${lines.length > 0 && html`<a class="button" href="#cart">Your cart: ${itemCountText(lines)}</a>`}</div>
</section>
${cartView(visit, offers)}
</div>`,
  }
}

function isCartAction(text: string): text is CartChange['do'] {
  return /^(add|update|remove)$/.test(text)
}
