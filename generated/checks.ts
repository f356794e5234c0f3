// Generated from the OpenAPI document. Do not edit.

import * as check from './check.ts'

export const patternFilledText = new RegExp('^[^\\x00]*$', 'u')
export const patternEmail = new RegExp(
  "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$",
  'u',
)
export const patternTimestamp = new RegExp(
  '^(?:[0-9]{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(?:0[1-9]|1[0-9]|2[0-8])|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
  'u',
)
export const patternWebhookUrl = new RegExp(
  '^[Hh][Tt][Tt][Pp][Ss]://[^\\x00-\\x20\\x7F\\\\/?#@]+([/?#][^\\x00-\\x20\\x7F\\\\]*)?$',
  'u',
)
export const setShipToIfCountryNot = check.setOf([
  'AD',
  'AE',
  'AF',
  'AG',
  'AI',
  'AL',
  'AM',
  'AO',
  'AQ',
  'AR',
  'AW',
  'AZ',
  'BA',
  'BB',
  'BD',
  'BF',
  'BG',
  'BH',
  'BI',
  'BJ',
  'BM',
  'BN',
  'BO',
  'BQ',
  'BS',
  'BT',
  'BV',
  'BW',
  'BY',
  'BZ',
  'CC',
  'CD',
  'CF',
  'CG',
  'CI',
  'CK',
  'CL',
  'CM',
  'CO',
  'CR',
  'CU',
  'CV',
  'CW',
  'CX',
  'CY',
  'DJ',
  'DM',
  'DO',
  'DZ',
  'EC',
  'EG',
  'EH',
  'ER',
  'ET',
  'FJ',
  'FO',
  'GA',
  'GD',
  'GE',
  'GH',
  'GI',
  'GM',
  'GN',
  'GQ',
  'GT',
  'GW',
  'GY',
  'HK',
  'HM',
  'HN',
  'HR',
  'HT',
  'ID',
  'IE',
  'IL',
  'IQ',
  'IR',
  'IS',
  'JM',
  'JO',
  'KE',
  'KG',
  'KH',
  'KI',
  'KM',
  'KN',
  'KP',
  'KW',
  'KY',
  'KZ',
  'LA',
  'LB',
  'LC',
  'LK',
  'LR',
  'LS',
  'LY',
  'MA',
  'MC',
  'MD',
  'ME',
  'MG',
  'MK',
  'ML',
  'MM',
  'MN',
  'MO',
  'MR',
  'MS',
  'MT',
  'MU',
  'MV',
  'MW',
  'MZ',
  'NA',
  'NE',
  'NF',
  'NG',
  'NI',
  'NP',
  'NR',
  'NU',
  'OM',
  'PA',
  'PE',
  'PG',
  'PH',
  'PK',
  'PS',
  'PY',
  'QA',
  'RS',
  'RW',
  'SA',
  'SB',
  'SC',
  'SD',
  'SI',
  'SL',
  'SN',
  'SO',
  'SR',
  'SS',
  'ST',
  'SV',
  'SX',
  'SY',
  'SZ',
  'TD',
  'TF',
  'TG',
  'TH',
  'TJ',
  'TK',
  'TL',
  'TM',
  'TN',
  'TO',
  'TT',
  'TV',
  'TZ',
  'UG',
  'UM',
  'UY',
  'UZ',
  'VA',
  'VC',
  'VE',
  'VG',
  'VN',
  'VU',
  'WS',
  'YE',
  'ZM',
  'ZW',
])
export const namesProductVariant = check.setOf([
  'id',
  'title',
  'sku',
  'minimumOrderQuantity',
  'productionTime',
  'imageUrl',
  'piecesPerCarton',
  'cartonHeight',
  'cartonLength',
  'cartonWidth',
  'weight',
  'packageHeight',
  'packageLength',
  'packageWidth',
  'packageWeight',
])
export const namesCampaign = check.setOf([
  'id',
  'name',
  'expiration',
  'products',
  'status',
  'allowOutOfStockOrders',
])
export const namesContact = check.setOf([
  'id',
  'firstName',
  'lastName',
  'email',
  'tags',
  'campaignId',
  'street1',
  'street2',
  'city',
  'state',
  'country',
  'zip',
  'dateOfBirth',
  'hireDate',
  'phone',
  'shirtSize',
  'orderCount',
])
export const patternInviteSlug = new RegExp('^[A-Za-z0-9_-]+$', 'u')
export const namesInvite = check.setOf([
  '_id',
  'slug',
  'inviteNumber',
  'status',
  'email',
  'firstName',
  'lastName',
  'companyName',
  'expiresAt',
  'emailNotificationSent',
  'createdAt',
])
export const namesWebhookSubscription = check.setOf([
  'id',
  'url',
  'events',
  'active',
  'createdAt',
  'updatedAt',
])
export const namesWebhookSubscriptionWithSecret = check.setOf([
  'id',
  'url',
  'events',
  'active',
  'secret',
  'createdAt',
  'updatedAt',
])
export const namesOrder = check.setOf([
  'id',
  'orderNumber',
  'sourceOrderNumber',
  'status',
  'paymentStatus',
  'allocationStatus',
  'orderSource',
  'orderDate',
  'shipDate',
  'deliveredAt',
  'trackingNumber',
  'carrierCode',
  'campaignId',
  'warehouse',
  'recipient',
  'companyName',
  'notes',
  'products',
])
export const namesRecipient = check.setOf([
  'firstName',
  'lastName',
  'email',
  'phone',
  'street1',
  'street2',
  'city',
  'state',
  'zip',
  'country',
])
export const namesInventoryItem = check.setOf([
  'id',
  'product_id',
  'product_name',
  'sku',
  'status',
  'on_hand',
  'available',
  'allocated',
  'inbound',
  'warehouse',
  'inventory_events',
])
export const namesPagination = check.setOf(['total_count', 'page', 'page_size', 'has_more'])
export const namesInventoryEvent = check.setOf([
  'id',
  'event_type',
  'quantity',
  'order_id',
  'created_at',
])
export const namesUnshippedOrderEventData = check.setOf([
  'orderId',
  'orderNumber',
  'status',
  'campaignId',
  'trackingNumber',
  'carrierCode',
  'shipDate',
  'products',
])
export const namesInviteViewedData = check.setOf([
  'inviteId',
  'inviteNumber',
  'email',
  'campaignId',
  'campaignTitle',
  'eventDetails',
])
export const patternValidationErrorErrors = new RegExp('^[^:]+: .+$', 'u')

export function isListProductsQuery(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['limit']
    if (a1 !== undefined) {
      if (check.isInteger(a1)) {
        if (!(a1 >= 1) && check.no(f, p + '.limit', 'must be at least 1')) return false
        if (!(a1 <= 1000) && check.no(f, p + '.limit', 'must be at most 1000')) return false
      } else if (check.no(f, p + '.limit', 'must be an integer')) return false
    }
    const a2 = v['offset']
    if (a2 !== undefined) {
      if (check.isInteger(a2)) {
        if (!(a2 >= 0) && check.no(f, p + '.offset', 'must be at least 0')) return false
        if (!(a2 <= 2147483647) && check.no(f, p + '.offset', 'must be at most 2147483647'))
          return false
      } else if (check.no(f, p + '.offset', 'must be an integer')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isListContactsQuery(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['campaignId']
    if (a1 === undefined) {
      if (check.no(f, p + '.campaignId', 'campaignId is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!(a1 !== '') && check.no(f, p + '.campaignId', 'campaignId is required')) return false
        if (!patternFilledText.test(a1) && check.no(f, p + '.campaignId', 'must not contain NUL'))
          return false
      } else if (check.no(f, p + '.campaignId', 'must be a string')) return false
    }
    const a2 = v['searchText']
    if (a2 !== undefined) {
      if (!isText(a2, f, f && p + '.searchText')) return false
    }
    const a3 = v['tags']
    if (a3 !== undefined) {
      if (Array.isArray(a3)) {
        for (let a4 = 0; a4 < a3.length; a4++) {
          const a5 = a3[a4]
          if (!isText(a5, f, f && p + '.tags[' + a4 + ']')) return false
        }
      } else if (check.no(f, p + '.tags', 'must be an array')) return false
    }
    const a6 = v['inviteStatusFilter']
    if (a6 !== undefined) {
      if (typeof a6 === 'string') {
        if (
          !(a6 === 'invited' || a6 === 'not_invited') &&
          check.no(f, p + '.inviteStatusFilter', 'must be one of invited, not_invited')
        )
          return false
      } else if (check.no(f, p + '.inviteStatusFilter', 'must be a string')) return false
    }
    const a7 = v['orderCountFilter']
    if (a7 !== undefined) {
      if (check.isInteger(a7)) {
        if (!(a7 >= 0) && check.no(f, p + '.orderCountFilter', 'must be at least 0')) return false
        if (
          !(a7 <= 2147483647) &&
          check.no(f, p + '.orderCountFilter', 'must be at most 2147483647')
        )
          return false
      } else if (check.no(f, p + '.orderCountFilter', 'must be an integer')) return false
    }
    const a8 = v['limit']
    if (a8 !== undefined) {
      if (check.isInteger(a8)) {
        if (!(a8 >= 1) && check.no(f, p + '.limit', 'must be at least 1')) return false
        if (!(a8 <= 1000) && check.no(f, p + '.limit', 'must be at most 1000')) return false
      } else if (check.no(f, p + '.limit', 'must be an integer')) return false
    }
    const a9 = v['offset']
    if (a9 !== undefined) {
      if (check.isInteger(a9)) {
        if (!(a9 >= 0) && check.no(f, p + '.offset', 'must be at least 0')) return false
        if (!(a9 <= 2147483647) && check.no(f, p + '.offset', 'must be at most 2147483647'))
          return false
      } else if (check.no(f, p + '.offset', 'must be an integer')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isText(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (!patternFilledText.test(v) && check.no(f, p, 'must not contain NUL')) return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isContactCreate(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['firstName']
    if (a1 === undefined) {
      if (check.no(f, p + '.firstName', 'is required')) return false
    } else {
      if (!isFilledText100(a1, f, f && p + '.firstName')) return false
    }
    const a2 = v['lastName']
    if (a2 === undefined) {
      if (check.no(f, p + '.lastName', 'is required')) return false
    } else {
      if (!isFilledText100(a2, f, f && p + '.lastName')) return false
    }
    const a3 = v['email']
    if (a3 === undefined) {
      if (check.no(f, p + '.email', 'is required')) return false
    } else {
      if (!isEmail(a3, f, f && p + '.email')) return false
    }
    const a4 = v['campaignId']
    if (a4 === undefined) {
      if (check.no(f, p + '.campaignId', 'is required')) return false
    } else {
      if (!isFilledText(a4, f, f && p + '.campaignId')) return false
    }
    const a5 = v['phone']
    if (a5 !== undefined) {
      if (!isText30(a5, f, f && p + '.phone')) return false
    }
    const a6 = v['companyName']
    if (a6 !== undefined) {
      if (!isText200(a6, f, f && p + '.companyName')) return false
    }
    const a7 = v['street1']
    if (a7 !== undefined) {
      if (!isText200(a7, f, f && p + '.street1')) return false
    }
    const a8 = v['street2']
    if (a8 !== undefined) {
      if (!isText200(a8, f, f && p + '.street2')) return false
    }
    const a9 = v['city']
    if (a9 !== undefined) {
      if (!isText100(a9, f, f && p + '.city')) return false
    }
    const a10 = v['state']
    if (a10 !== undefined) {
      if (!isText100(a10, f, f && p + '.state')) return false
    }
    const a11 = v['country']
    if (a11 !== undefined) {
      if (!isText100(a11, f, f && p + '.country')) return false
    }
    const a12 = v['zip']
    if (a12 !== undefined) {
      if (!isText20(a12, f, f && p + '.zip')) return false
    }
    const a13 = v['dateOfBirth']
    if (a13 !== undefined) {
      if (!isText(a13, f, f && p + '.dateOfBirth')) return false
    }
    const a14 = v['hireDate']
    if (a14 !== undefined) {
      if (!isText(a14, f, f && p + '.hireDate')) return false
    }
    const a15 = v['shirtSize']
    if (a15 !== undefined) {
      if (!isText20(a15, f, f && p + '.shirtSize')) return false
    }
    const a16 = v['tags']
    if (a16 !== undefined) {
      if (Array.isArray(a16)) {
        for (let a17 = 0; a17 < a16.length; a17++) {
          const a18 = a16[a17]
          if (!isText(a18, f, f && p + '.tags[' + a17 + ']')) return false
        }
      } else if (check.no(f, p + '.tags', 'must be an array')) return false
    }
    const a19 = v['profilePicture']
    if (a19 !== undefined) {
      if (!isText(a19, f, f && p + '.profilePicture')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isFilledText100(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (!(v !== '') && check.no(f, p, 'must not be empty')) return false
    if (!check.isShort(v, 100) && check.no(f, p, 'must have at most 100 characters')) return false
    if (!patternFilledText.test(v) && check.no(f, p, 'must not contain NUL')) return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isEmail(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (!check.isShort(v, 254) && check.no(f, p, 'must have at most 254 characters')) return false
    if (!patternEmail.test(v) && check.no(f, p, 'must be an email address')) return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isFilledText(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (!(v !== '') && check.no(f, p, 'must not be empty')) return false
    if (!patternFilledText.test(v) && check.no(f, p, 'must not contain NUL')) return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isText30(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (!check.isShort(v, 30) && check.no(f, p, 'must have at most 30 characters')) return false
    if (!patternFilledText.test(v) && check.no(f, p, 'must not contain NUL')) return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isText200(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (!check.isShort(v, 200) && check.no(f, p, 'must have at most 200 characters')) return false
    if (!patternFilledText.test(v) && check.no(f, p, 'must not contain NUL')) return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isText100(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (!check.isShort(v, 100) && check.no(f, p, 'must have at most 100 characters')) return false
    if (!patternFilledText.test(v) && check.no(f, p, 'must not contain NUL')) return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isText20(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (!check.isShort(v, 20) && check.no(f, p, 'must have at most 20 characters')) return false
    if (!patternFilledText.test(v) && check.no(f, p, 'must not contain NUL')) return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isInviteCreate(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['campaignId']
    if (a1 === undefined) {
      if (check.no(f, p + '.campaignId', 'Campaign ID is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!(a1 !== '') && check.no(f, p + '.campaignId', 'Campaign ID is required')) return false
        if (!patternFilledText.test(a1) && check.no(f, p + '.campaignId', 'must not contain NUL'))
          return false
      } else if (check.no(f, p + '.campaignId', 'must be a string')) return false
    }
    const a2 = v['sendEmailNotification']
    if (a2 === undefined) {
      if (check.no(f, p + '.sendEmailNotification', 'is required')) return false
    } else {
      if (
        !(typeof a2 === 'boolean') &&
        check.no(f, p + '.sendEmailNotification', 'must be a boolean')
      )
        return false
    }
    const a3 = v['firstName']
    if (a3 !== undefined) {
      if (!isText100(a3, f, f && p + '.firstName')) return false
    }
    const a4 = v['lastName']
    if (a4 !== undefined) {
      if (!isText100(a4, f, f && p + '.lastName')) return false
    }
    const a5 = v['email']
    if (a5 !== undefined) {
      if (!isEmail(a5, f, f && p + '.email')) return false
    }
    const a6 = v['companyName']
    if (a6 !== undefined) {
      if (!isText200(a6, f, f && p + '.companyName')) return false
    }
    const a7 = v['expiresAt']
    if (a7 !== undefined) {
      if (!isTimestamp(a7, f, f && p + '.expiresAt')) return false
    }
    if (check.isSound(f, p, ['sendEmailNotification'])) {
      if (isInviteCreateIf(v)) {
        if (check.isObject(v)) {
          const a8 = v['email']
          if (a8 === undefined) {
            if (
              check.no(f, p + '.email', 'email is required when sendEmailNotification is enabled')
            )
              return false
          }
        }
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isTimestamp(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (
      !patternTimestamp.test(v) &&
      check.no(f, p, 'must be an ISO 8601 timestamp such as 2027-03-31T23:59:59Z')
    )
      return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isInviteCreateIf(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['sendEmailNotification']
    if (a1 === undefined) {
      if (check.no(f, p + '.sendEmailNotification', 'is required')) return false
    } else {
      if (!(a1 === true) && check.no(f, p + '.sendEmailNotification', 'must be true')) return false
    }
  }
  return true
}

export function isWebhookCreate(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['url']
    if (a1 === undefined) {
      if (check.no(f, p + '.url', 'is required')) return false
    } else {
      if (!isWebhookUrl(a1, f, f && p + '.url')) return false
    }
    const a2 = v['events']
    if (a2 === undefined) {
      if (check.no(f, p + '.events', 'is required')) return false
    } else {
      if (Array.isArray(a2)) {
        for (let a3 = 0; a3 < a2.length; a3++) {
          const a4 = a2[a3]
          if (!isEventName(a4, f, f && p + '.events[' + a3 + ']')) return false
        }
        if (!(a2.length >= 1) && check.no(f, p + '.events', 'must not be empty')) return false
      } else if (check.no(f, p + '.events', 'must be an array')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isWebhookUrl(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (
      !patternWebhookUrl.test(v) &&
      check.no(
        f,
        p,
        'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses',
      )
    )
      return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isEventName(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (
      !(
        v === 'order.created' ||
        v === 'order.shipped' ||
        v === 'order.delivered' ||
        v === 'order.cancelled' ||
        v === 'order.returned' ||
        v === 'invite.viewed' ||
        v === 'invite.cart_updated' ||
        v === 'invite.redeemed'
      ) &&
      check.no(
        f,
        p,
        'must be one of order.created, order.shipped, order.delivered, order.cancelled, order.returned, invite.viewed, invite.cart_updated, invite.redeemed',
      )
    )
      return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isUpdateWebhookPath(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['id']
    if (a1 === undefined) {
      if (check.no(f, p + '.id', 'is required')) return false
    } else {
      if (!isFilledText(a1, f, f && p + '.id')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isWebhookUpdate(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['url']
    if (a1 !== undefined) {
      if (!isWebhookUrl(a1, f, f && p + '.url')) return false
    }
    const a2 = v['events']
    if (a2 !== undefined) {
      if (Array.isArray(a2)) {
        for (let a3 = 0; a3 < a2.length; a3++) {
          const a4 = a2[a3]
          if (!isEventName(a4, f, f && p + '.events[' + a3 + ']')) return false
        }
        if (!(a2.length >= 1) && check.no(f, p + '.events', 'must not be empty')) return false
      } else if (check.no(f, p + '.events', 'must be an array')) return false
    }
    const a5 = v['active']
    if (a5 !== undefined) {
      if (!(typeof a5 === 'boolean') && check.no(f, p + '.active', 'must be a boolean'))
        return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isDeleteWebhookPath(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['id']
    if (a1 === undefined) {
      if (check.no(f, p + '.id', 'is required')) return false
    } else {
      if (!isFilledText(a1, f, f && p + '.id')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isTestWebhookPath(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['id']
    if (a1 === undefined) {
      if (check.no(f, p + '.id', 'is required')) return false
    } else {
      if (!isFilledText(a1, f, f && p + '.id')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isRotateWebhookSecretPath(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['id']
    if (a1 === undefined) {
      if (check.no(f, p + '.id', 'is required')) return false
    } else {
      if (!isFilledText(a1, f, f && p + '.id')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isListOrdersQuery(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['campaignId']
    if (a1 !== undefined) {
      if (!isFilledText(a1, f, f && p + '.campaignId')) return false
    }
    const a2 = v['email']
    if (a2 !== undefined) {
      if (!isFilledText(a2, f, f && p + '.email')) return false
    }
    const a3 = v['orderStatus']
    if (a3 !== undefined) {
      if (!isOrderStatus(a3, f, f && p + '.orderStatus')) return false
    }
    const a4 = v['sourceOrderNumber']
    if (a4 !== undefined) {
      if (!isFilledText(a4, f, f && p + '.sourceOrderNumber')) return false
    }
    const a5 = v['limit']
    if (a5 !== undefined) {
      if (check.isInteger(a5)) {
        if (!(a5 >= 1) && check.no(f, p + '.limit', 'must be at least 1')) return false
        if (!(a5 <= 1000) && check.no(f, p + '.limit', 'must be at most 1000')) return false
      } else if (check.no(f, p + '.limit', 'must be an integer')) return false
    }
    const a6 = v['offset']
    if (a6 !== undefined) {
      if (check.isInteger(a6)) {
        if (!(a6 >= 0) && check.no(f, p + '.offset', 'must be at least 0')) return false
        if (!(a6 <= 2147483647) && check.no(f, p + '.offset', 'must be at most 2147483647'))
          return false
      } else if (check.no(f, p + '.offset', 'must be an integer')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isOrderStatus(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (
      !(v === 'AWAITING_SHIPMENT' || v === 'SHIPPED' || v === 'CANCELLED' || v === 'RETURNED') &&
      check.no(f, p, 'must be one of AWAITING_SHIPMENT, SHIPPED, CANCELLED, RETURNED')
    )
      return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isGetOrderPath(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['orderId']
    if (a1 === undefined) {
      if (check.no(f, p + '.orderId', 'is required')) return false
    } else {
      if (!isFilledText(a1, f, f && p + '.orderId')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isOrderCreate(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['campaignId']
    if (a1 === undefined) {
      if (check.no(f, p + '.campaignId', 'is required')) return false
    } else {
      if (!isFilledText(a1, f, f && p + '.campaignId')) return false
    }
    const a2 = v['products']
    if (a2 === undefined) {
      if (check.no(f, p + '.products', 'is required')) return false
    } else {
      if (Array.isArray(a2)) {
        for (let a3 = 0; a3 < a2.length; a3++) {
          const a4 = a2[a3]
          if (!isOrderLineCreate(a4, f, f && p + '.products[' + a3 + ']')) return false
        }
        if (!(a2.length >= 1) && check.no(f, p + '.products', 'must not be empty')) return false
        if (!(a2.length <= 500) && check.no(f, p + '.products', 'must have at most 500 items'))
          return false
      } else if (check.no(f, p + '.products', 'must be an array')) return false
    }
    const a5 = v['shipTo']
    if (a5 === undefined) {
      if (check.no(f, p + '.shipTo', 'is required')) return false
    } else {
      if (!isShipTo(a5, f, f && p + '.shipTo')) return false
    }
    const a6 = v['notes']
    if (a6 !== undefined) {
      if (!isText2000(a6, f, f && p + '.notes')) return false
    }
    const a7 = v['sourceOrderNumber']
    if (a7 !== undefined) {
      if (!isFilledText100(a7, f, f && p + '.sourceOrderNumber')) return false
    }
    const a8 = v['warehouse']
    if (a8 !== undefined) {
      if (!isFilledText(a8, f, f && p + '.warehouse')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isOrderLineCreate(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['sku']
    if (a1 === undefined) {
      if (check.no(f, p + '.sku', 'is required')) return false
    } else {
      if (!isFilledText(a1, f, f && p + '.sku')) return false
    }
    const a2 = v['quantity']
    if (a2 === undefined) {
      if (check.no(f, p + '.quantity', 'is required')) return false
    } else {
      if (check.isInteger(a2)) {
        if (!(a2 >= 1) && check.no(f, p + '.quantity', 'must be at least 1')) return false
        if (!(a2 <= 100000) && check.no(f, p + '.quantity', 'must be at most 100000')) return false
      } else if (check.no(f, p + '.quantity', 'must be an integer')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isShipTo(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['firstName']
    if (a1 === undefined) {
      if (check.no(f, p + '.firstName', 'is required')) return false
    } else {
      if (!isFilledText100(a1, f, f && p + '.firstName')) return false
    }
    const a2 = v['lastName']
    if (a2 !== undefined) {
      if (!isText100(a2, f, f && p + '.lastName')) return false
    }
    const a3 = v['email']
    if (a3 === undefined) {
      if (check.no(f, p + '.email', 'is required')) return false
    } else {
      if (!isEmail(a3, f, f && p + '.email')) return false
    }
    const a4 = v['street1']
    if (a4 === undefined) {
      if (check.no(f, p + '.street1', 'is required')) return false
    } else {
      if (!isFilledText200(a4, f, f && p + '.street1')) return false
    }
    const a5 = v['street2']
    if (a5 !== undefined) {
      if (!isText200(a5, f, f && p + '.street2')) return false
    }
    const a6 = v['city']
    if (a6 === undefined) {
      if (check.no(f, p + '.city', 'is required')) return false
    } else {
      if (!isFilledText100(a6, f, f && p + '.city')) return false
    }
    const a7 = v['state']
    if (a7 !== undefined) {
      if (!isText100(a7, f, f && p + '.state')) return false
    }
    const a8 = v['zip']
    if (a8 === undefined) {
      if (check.no(f, p + '.zip', 'is required')) return false
    } else {
      if (!isText20(a8, f, f && p + '.zip')) return false
    }
    const a9 = v['country']
    if (a9 === undefined) {
      if (check.no(f, p + '.country', 'is required')) return false
    } else {
      if (!isFilledText100(a9, f, f && p + '.country')) return false
    }
    const a10 = v['phone']
    if (a10 !== undefined) {
      if (!isText30(a10, f, f && p + '.phone')) return false
    }
    const a11 = v['companyName']
    if (a11 !== undefined) {
      if (!isText200(a11, f, f && p + '.companyName')) return false
    }
    if (check.isSound(f, p, ['country'])) {
      if (isShipToIf(v)) {
        if (check.isObject(v)) {
          const a12 = v['zip']
          if (a12 !== undefined) {
            if (typeof a12 === 'string') {
              if (!(a12 !== '') && check.no(f, p + '.zip', 'must not be empty')) return false
            }
          }
        }
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isText2000(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (!check.isShort(v, 2000) && check.no(f, p, 'must have at most 2,000 characters'))
      return false
    if (!patternFilledText.test(v) && check.no(f, p, 'must not contain NUL')) return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isFilledText200(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (!(v !== '') && check.no(f, p, 'must not be empty')) return false
    if (!check.isShort(v, 200) && check.no(f, p, 'must have at most 200 characters')) return false
    if (!patternFilledText.test(v) && check.no(f, p, 'must not contain NUL')) return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isShipToIf(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['country']
    if (a1 === undefined) {
      if (check.no(f, p + '.country', 'is required')) return false
    } else {
      if (!!isShipToIfCountryNot(a1) && check.no(f, p + '.country', 'must not be of this kind'))
        return false
    }
  }
  return true
}

export function isShipToIfCountryNot(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (
    !setShipToIfCountryNot.has(v) &&
    check.no(
      f,
      p,
      'must be one of AD, AE, AF, AG, AI, AL, AM, AO, AQ, AR, AW, AZ, BA, BB, BD, BF, BG, BH, BI, BJ, BM, BN, BO, BQ, BS, BT, BV, BW, BY, BZ, CC, CD, CF, CG, CI, CK, CL, CM, CO, CR, CU, CV, CW, CX, CY, DJ, DM, DO, DZ, EC, EG, EH, ER, ET, FJ, FO, GA, GD, GE, GH, GI, GM, GN, GQ, GT, GW, GY, HK, HM, HN, HR, HT, ID, IE, IL, IQ, IR, IS, JM, JO, KE, KG, KH, KI, KM, KN, KP, KW, KY, KZ, LA, LB, LC, LK, LR, LS, LY, MA, MC, MD, ME, MG, MK, ML, MM, MN, MO, MR, MS, MT, MU, MV, MW, MZ, NA, NE, NF, NG, NI, NP, NR, NU, OM, PA, PE, PG, PH, PK, PS, PY, QA, RS, RW, SA, SB, SC, SD, SI, SL, SN, SO, SR, SS, ST, SV, SX, SY, SZ, TD, TF, TG, TH, TJ, TK, TL, TM, TN, TO, TT, TV, TZ, UG, UM, UY, UZ, VA, VC, VE, VG, VN, VU, WS, YE, ZM, ZW',
    )
  )
    return false
  return true
}

export function isOrderCancel(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['orderId']
    if (a1 === undefined) {
      if (check.no(f, p + '.orderId', 'is required')) return false
    } else {
      if (!isFilledText(a1, f, f && p + '.orderId')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isListInventoryQuery(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['page']
    if (a1 !== undefined) {
      if (check.isInteger(a1)) {
        if (!(a1 >= 1) && check.no(f, p + '.page', 'must be at least 1')) return false
        if (!(a1 <= 2147483647) && check.no(f, p + '.page', 'must be at most 2147483647'))
          return false
      } else if (check.no(f, p + '.page', 'must be an integer')) return false
    }
    const a2 = v['page_size']
    if (a2 !== undefined) {
      if (check.isInteger(a2)) {
        if (!(a2 >= 1) && check.no(f, p + '.page_size', 'must be at least 1')) return false
        if (!(a2 <= 100) && check.no(f, p + '.page_size', 'must be at most 100')) return false
      } else if (check.no(f, p + '.page_size', 'must be an integer')) return false
    }
    const a3 = v['sku']
    if (a3 !== undefined) {
      if (!isText(a3, f, f && p + '.sku')) return false
    }
    const a4 = v['product_name']
    if (a4 !== undefined) {
      if (!isText(a4, f, f && p + '.product_name')) return false
    }
    const a5 = v['warehouse_id']
    if (a5 !== undefined) {
      if (!isFilledText(a5, f, f && p + '.warehouse_id')) return false
    }
    const a6 = v['status']
    if (a6 !== undefined) {
      if (!isInventoryStatus(a6, f, f && p + '.status')) return false
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isInventoryStatus(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (
      !(v === 'in_stock' || v === 'low_stock' || v === 'out_of_stock') &&
      check.no(f, p, 'must be one of in_stock, low_stock, out_of_stock')
    )
      return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isAuthResult(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['account_id']
    if (a1 === undefined) {
      if (check.no(f, p + '.account_id', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.account_id')) return false
    }
    const a2 = v['message']
    if (a2 === undefined) {
      if (check.no(f, p + '.message', 'is required')) return false
    } else {
      if (typeof a2 === 'string') {
        if (!(a2 !== '') && check.no(f, p + '.message', 'must not be empty')) return false
      } else if (check.no(f, p + '.message', 'must be a string')) return false
    }
    for (const a3 of Object.keys(v)) {
      if (a3 !== 'account_id' && a3 !== 'message') {
        if (check.no(f, p + '.' + a3, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isNonEmpty(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (typeof v === 'string') {
    if (!(v !== '') && check.no(f, p, 'must not be empty')) return false
  } else if (check.no(f, p, 'must be a string')) return false
  return true
}

export function isListProducts200(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (Array.isArray(v)) {
    for (let a1 = 0; a1 < v.length; a1++) {
      const a2 = v[a1]
      if (!isProductVariant(a2, f, f && p + '[' + a1 + ']')) return false
    }
  } else if (check.no(f, p, 'must be an array')) return false
  return true
}

export function isProductVariant(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['id']
    if (a1 === undefined) {
      if (check.no(f, p + '.id', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.id')) return false
    }
    const a2 = v['title']
    if (a2 === undefined) {
      if (check.no(f, p + '.title', 'is required')) return false
    } else {
      if (!(typeof a2 === 'string') && check.no(f, p + '.title', 'must be a string')) return false
    }
    const a3 = v['sku']
    if (a3 === undefined) {
      if (check.no(f, p + '.sku', 'is required')) return false
    } else {
      if (typeof a3 === 'string') {
        if (!(a3 !== '') && check.no(f, p + '.sku', 'must not be empty')) return false
      } else if (check.no(f, p + '.sku', 'must be a string')) return false
    }
    const a4 = v['minimumOrderQuantity']
    if (a4 === undefined) {
      if (check.no(f, p + '.minimumOrderQuantity', 'is required')) return false
    } else {
      if (check.isInteger(a4)) {
        if (!(a4 >= 0) && check.no(f, p + '.minimumOrderQuantity', 'must be at least 0'))
          return false
        if (
          !(a4 <= 2147483647) &&
          check.no(f, p + '.minimumOrderQuantity', 'must be at most 2147483647')
        )
          return false
      } else if (check.no(f, p + '.minimumOrderQuantity', 'must be an integer')) return false
    }
    const a5 = v['productionTime']
    if (a5 === undefined) {
      if (check.no(f, p + '.productionTime', 'is required')) return false
    } else {
      if (check.isInteger(a5)) {
        if (!(a5 >= 0) && check.no(f, p + '.productionTime', 'must be at least 0')) return false
        if (!(a5 <= 2147483647) && check.no(f, p + '.productionTime', 'must be at most 2147483647'))
          return false
      } else if (check.no(f, p + '.productionTime', 'must be an integer')) return false
    }
    const a6 = v['imageUrl']
    if (a6 === undefined) {
      if (check.no(f, p + '.imageUrl', 'is required')) return false
    } else {
      if (typeof a6 === 'string' || a6 === null) {
        if (typeof a6 === 'string') {
          if (!(a6 !== '') && check.no(f, p + '.imageUrl', 'must not be empty')) return false
        }
      } else if (check.no(f, p + '.imageUrl', 'must be a string')) return false
    }
    const a7 = v['piecesPerCarton']
    if (a7 === undefined) {
      if (check.no(f, p + '.piecesPerCarton', 'is required')) return false
    } else {
      if (check.isNumber(a7) || a7 === null) {
        if (typeof a7 === 'number') {
          if (!(a7 >= 0) && check.no(f, p + '.piecesPerCarton', 'must be at least 0')) return false
        }
      } else if (check.no(f, p + '.piecesPerCarton', 'must be a number')) return false
    }
    const a8 = v['cartonHeight']
    if (a8 === undefined) {
      if (check.no(f, p + '.cartonHeight', 'is required')) return false
    } else {
      if (check.isNumber(a8) || a8 === null) {
        if (typeof a8 === 'number') {
          if (!(a8 >= 0) && check.no(f, p + '.cartonHeight', 'must be at least 0')) return false
        }
      } else if (check.no(f, p + '.cartonHeight', 'must be a number')) return false
    }
    const a9 = v['cartonLength']
    if (a9 === undefined) {
      if (check.no(f, p + '.cartonLength', 'is required')) return false
    } else {
      if (check.isNumber(a9) || a9 === null) {
        if (typeof a9 === 'number') {
          if (!(a9 >= 0) && check.no(f, p + '.cartonLength', 'must be at least 0')) return false
        }
      } else if (check.no(f, p + '.cartonLength', 'must be a number')) return false
    }
    const a10 = v['cartonWidth']
    if (a10 === undefined) {
      if (check.no(f, p + '.cartonWidth', 'is required')) return false
    } else {
      if (check.isNumber(a10) || a10 === null) {
        if (typeof a10 === 'number') {
          if (!(a10 >= 0) && check.no(f, p + '.cartonWidth', 'must be at least 0')) return false
        }
      } else if (check.no(f, p + '.cartonWidth', 'must be a number')) return false
    }
    const a11 = v['weight']
    if (a11 === undefined) {
      if (check.no(f, p + '.weight', 'is required')) return false
    } else {
      if (check.isNumber(a11) || a11 === null) {
        if (typeof a11 === 'number') {
          if (!(a11 >= 0) && check.no(f, p + '.weight', 'must be at least 0')) return false
        }
      } else if (check.no(f, p + '.weight', 'must be a number')) return false
    }
    const a12 = v['packageHeight']
    if (a12 === undefined) {
      if (check.no(f, p + '.packageHeight', 'is required')) return false
    } else {
      if (check.isNumber(a12) || a12 === null) {
        if (typeof a12 === 'number') {
          if (!(a12 >= 0) && check.no(f, p + '.packageHeight', 'must be at least 0')) return false
        }
      } else if (check.no(f, p + '.packageHeight', 'must be a number')) return false
    }
    const a13 = v['packageLength']
    if (a13 === undefined) {
      if (check.no(f, p + '.packageLength', 'is required')) return false
    } else {
      if (check.isNumber(a13) || a13 === null) {
        if (typeof a13 === 'number') {
          if (!(a13 >= 0) && check.no(f, p + '.packageLength', 'must be at least 0')) return false
        }
      } else if (check.no(f, p + '.packageLength', 'must be a number')) return false
    }
    const a14 = v['packageWidth']
    if (a14 === undefined) {
      if (check.no(f, p + '.packageWidth', 'is required')) return false
    } else {
      if (check.isNumber(a14) || a14 === null) {
        if (typeof a14 === 'number') {
          if (!(a14 >= 0) && check.no(f, p + '.packageWidth', 'must be at least 0')) return false
        }
      } else if (check.no(f, p + '.packageWidth', 'must be a number')) return false
    }
    const a15 = v['packageWeight']
    if (a15 === undefined) {
      if (check.no(f, p + '.packageWeight', 'is required')) return false
    } else {
      if (check.isNumber(a15) || a15 === null) {
        if (typeof a15 === 'number') {
          if (!(a15 >= 0) && check.no(f, p + '.packageWeight', 'must be at least 0')) return false
        }
      } else if (check.no(f, p + '.packageWeight', 'must be a number')) return false
    }
    for (const a16 of Object.keys(v)) {
      if (!namesProductVariant.has(a16)) {
        if (check.no(f, p + '.' + a16, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isMessage(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['message']
    if (a1 === undefined) {
      if (check.no(f, p + '.message', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.message')) return false
    }
    for (const a2 of Object.keys(v)) {
      if (a2 !== 'message') {
        if (check.no(f, p + '.' + a2, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isListCampaigns200(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (Array.isArray(v)) {
    for (let a1 = 0; a1 < v.length; a1++) {
      const a2 = v[a1]
      if (!isCampaign(a2, f, f && p + '[' + a1 + ']')) return false
    }
  } else if (check.no(f, p, 'must be an array')) return false
  return true
}

export function isCampaign(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['id']
    if (a1 === undefined) {
      if (check.no(f, p + '.id', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.id')) return false
    }
    const a2 = v['name']
    if (a2 === undefined) {
      if (check.no(f, p + '.name', 'is required')) return false
    } else {
      if (!(typeof a2 === 'string') && check.no(f, p + '.name', 'must be a string')) return false
    }
    const a3 = v['expiration']
    if (a3 === undefined) {
      if (check.no(f, p + '.expiration', 'is required')) return false
    } else {
      if (!(typeof a3 === 'string') && check.no(f, p + '.expiration', 'must be a string'))
        return false
    }
    const a4 = v['products']
    if (a4 === undefined) {
      if (check.no(f, p + '.products', 'is required')) return false
    } else {
      if (Array.isArray(a4)) {
        for (let a5 = 0; a5 < a4.length; a5++) {
          const a6 = a4[a5]
          if (!isProductVariant(a6, f, f && p + '.products[' + a5 + ']')) return false
        }
      } else if (check.no(f, p + '.products', 'must be an array')) return false
    }
    const a7 = v['status']
    if (a7 === undefined) {
      if (check.no(f, p + '.status', 'is required')) return false
    } else {
      if (typeof a7 === 'string') {
        if (!(a7 !== '') && check.no(f, p + '.status', 'must not be empty')) return false
      } else if (check.no(f, p + '.status', 'must be a string')) return false
    }
    const a8 = v['allowOutOfStockOrders']
    if (a8 === undefined) {
      if (check.no(f, p + '.allowOutOfStockOrders', 'is required')) return false
    } else {
      if (
        !(typeof a8 === 'boolean') &&
        check.no(f, p + '.allowOutOfStockOrders', 'must be a boolean')
      )
        return false
    }
    for (const a9 of Object.keys(v)) {
      if (!namesCampaign.has(a9)) {
        if (check.no(f, p + '.' + a9, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isListContacts200(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (Array.isArray(v)) {
    for (let a1 = 0; a1 < v.length; a1++) {
      const a2 = v[a1]
      if (!isContact(a2, f, f && p + '[' + a1 + ']')) return false
    }
  } else if (check.no(f, p, 'must be an array')) return false
  return true
}

export function isContact(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['id']
    if (a1 === undefined) {
      if (check.no(f, p + '.id', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.id')) return false
    }
    const a2 = v['firstName']
    if (a2 === undefined) {
      if (check.no(f, p + '.firstName', 'is required')) return false
    } else {
      if (typeof a2 === 'string') {
        if (
          !check.isShort(a2, 100) &&
          check.no(f, p + '.firstName', 'must have at most 100 characters')
        )
          return false
      } else if (check.no(f, p + '.firstName', 'must be a string')) return false
    }
    const a3 = v['lastName']
    if (a3 === undefined) {
      if (check.no(f, p + '.lastName', 'is required')) return false
    } else {
      if (typeof a3 === 'string') {
        if (
          !check.isShort(a3, 100) &&
          check.no(f, p + '.lastName', 'must have at most 100 characters')
        )
          return false
      } else if (check.no(f, p + '.lastName', 'must be a string')) return false
    }
    const a4 = v['email']
    if (a4 === undefined) {
      if (check.no(f, p + '.email', 'is required')) return false
    } else {
      if (typeof a4 === 'string') {
        if (
          !check.isShort(a4, 254) &&
          check.no(f, p + '.email', 'must have at most 254 characters')
        )
          return false
      } else if (check.no(f, p + '.email', 'must be a string')) return false
    }
    const a5 = v['tags']
    if (a5 === undefined) {
      if (check.no(f, p + '.tags', 'is required')) return false
    } else {
      if (Array.isArray(a5)) {
        for (let a6 = 0; a6 < a5.length; a6++) {
          const a7 = a5[a6]
          if (!(typeof a7 === 'string') && check.no(f, p + '.tags[' + a6 + ']', 'must be a string'))
            return false
        }
      } else if (check.no(f, p + '.tags', 'must be an array')) return false
    }
    const a8 = v['campaignId']
    if (a8 === undefined) {
      if (check.no(f, p + '.campaignId', 'is required')) return false
    } else {
      if (typeof a8 === 'string') {
        if (!(a8 !== '') && check.no(f, p + '.campaignId', 'must not be empty')) return false
      } else if (check.no(f, p + '.campaignId', 'must be a string')) return false
    }
    const a9 = v['street1']
    if (a9 === undefined) {
      if (check.no(f, p + '.street1', 'is required')) return false
    } else {
      if (typeof a9 === 'string') {
        if (
          !check.isShort(a9, 200) &&
          check.no(f, p + '.street1', 'must have at most 200 characters')
        )
          return false
      } else if (check.no(f, p + '.street1', 'must be a string')) return false
    }
    const a10 = v['street2']
    if (a10 === undefined) {
      if (check.no(f, p + '.street2', 'is required')) return false
    } else {
      if (typeof a10 === 'string') {
        if (
          !check.isShort(a10, 200) &&
          check.no(f, p + '.street2', 'must have at most 200 characters')
        )
          return false
      } else if (check.no(f, p + '.street2', 'must be a string')) return false
    }
    const a11 = v['city']
    if (a11 === undefined) {
      if (check.no(f, p + '.city', 'is required')) return false
    } else {
      if (typeof a11 === 'string') {
        if (
          !check.isShort(a11, 100) &&
          check.no(f, p + '.city', 'must have at most 100 characters')
        )
          return false
      } else if (check.no(f, p + '.city', 'must be a string')) return false
    }
    const a12 = v['state']
    if (a12 === undefined) {
      if (check.no(f, p + '.state', 'is required')) return false
    } else {
      if (typeof a12 === 'string') {
        if (
          !check.isShort(a12, 100) &&
          check.no(f, p + '.state', 'must have at most 100 characters')
        )
          return false
      } else if (check.no(f, p + '.state', 'must be a string')) return false
    }
    const a13 = v['country']
    if (a13 === undefined) {
      if (check.no(f, p + '.country', 'is required')) return false
    } else {
      if (typeof a13 === 'string') {
        if (
          !check.isShort(a13, 100) &&
          check.no(f, p + '.country', 'must have at most 100 characters')
        )
          return false
      } else if (check.no(f, p + '.country', 'must be a string')) return false
    }
    const a14 = v['zip']
    if (a14 === undefined) {
      if (check.no(f, p + '.zip', 'is required')) return false
    } else {
      if (typeof a14 === 'string') {
        if (!check.isShort(a14, 20) && check.no(f, p + '.zip', 'must have at most 20 characters'))
          return false
      } else if (check.no(f, p + '.zip', 'must be a string')) return false
    }
    const a15 = v['dateOfBirth']
    if (a15 === undefined) {
      if (check.no(f, p + '.dateOfBirth', 'is required')) return false
    } else {
      if (!(typeof a15 === 'string') && check.no(f, p + '.dateOfBirth', 'must be a string'))
        return false
    }
    const a16 = v['hireDate']
    if (a16 === undefined) {
      if (check.no(f, p + '.hireDate', 'is required')) return false
    } else {
      if (!(typeof a16 === 'string') && check.no(f, p + '.hireDate', 'must be a string'))
        return false
    }
    const a17 = v['phone']
    if (a17 === undefined) {
      if (check.no(f, p + '.phone', 'is required')) return false
    } else {
      if (typeof a17 === 'string') {
        if (!check.isShort(a17, 30) && check.no(f, p + '.phone', 'must have at most 30 characters'))
          return false
      } else if (check.no(f, p + '.phone', 'must be a string')) return false
    }
    const a18 = v['shirtSize']
    if (a18 === undefined) {
      if (check.no(f, p + '.shirtSize', 'is required')) return false
    } else {
      if (typeof a18 === 'string') {
        if (
          !check.isShort(a18, 20) &&
          check.no(f, p + '.shirtSize', 'must have at most 20 characters')
        )
          return false
      } else if (check.no(f, p + '.shirtSize', 'must be a string')) return false
    }
    const a19 = v['orderCount']
    if (a19 === undefined) {
      if (check.no(f, p + '.orderCount', 'is required')) return false
    } else {
      if (check.isInteger(a19)) {
        if (!(a19 >= 0) && check.no(f, p + '.orderCount', 'must be at least 0')) return false
        if (!(a19 <= 2147483647) && check.no(f, p + '.orderCount', 'must be at most 2147483647'))
          return false
      } else if (check.no(f, p + '.orderCount', 'must be an integer')) return false
    }
    for (const a20 of Object.keys(v)) {
      if (!namesContact.has(a20)) {
        if (check.no(f, p + '.' + a20, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isContactCreated(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['contactId']
    if (a1 === undefined) {
      if (check.no(f, p + '.contactId', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.contactId')) return false
    }
    for (const a2 of Object.keys(v)) {
      if (a2 !== 'contactId') {
        if (check.no(f, p + '.' + a2, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isCreateContact400(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['message']
    if (a1 === undefined) {
      if (check.no(f, p + '.message', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.message')) return false
    }
    for (const a2 of Object.keys(v)) {
      if (a2 !== 'message') {
        if (check.no(f, p + '.' + a2, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isInviteCreated(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['invite']
    if (a1 === undefined) {
      if (check.no(f, p + '.invite', 'is required')) return false
    } else {
      if (!isInvite(a1, f, f && p + '.invite')) return false
    }
    const a2 = v['inviteUrl']
    if (a2 === undefined) {
      if (check.no(f, p + '.inviteUrl', 'is required')) return false
    } else {
      if (typeof a2 === 'string') {
        if (!(a2 !== '') && check.no(f, p + '.inviteUrl', 'must not be empty')) return false
      } else if (check.no(f, p + '.inviteUrl', 'must be a string')) return false
    }
    for (const a3 of Object.keys(v)) {
      if (a3 !== 'invite' && a3 !== 'inviteUrl') {
        if (check.no(f, p + '.' + a3, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isInvite(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['_id']
    if (a1 === undefined) {
      if (check.no(f, p + '._id', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '._id')) return false
    }
    const a2 = v['slug']
    if (a2 === undefined) {
      if (check.no(f, p + '.slug', 'is required')) return false
    } else {
      if (typeof a2 === 'string') {
        if (!(a2 !== '') && check.no(f, p + '.slug', 'must not be empty')) return false
        if (!patternInviteSlug.test(a2) && check.no(f, p + '.slug', 'must match ^[A-Za-z0-9_-]+$'))
          return false
      } else if (check.no(f, p + '.slug', 'must be a string')) return false
    }
    const a3 = v['inviteNumber']
    if (a3 === undefined) {
      if (check.no(f, p + '.inviteNumber', 'is required')) return false
    } else {
      if (typeof a3 === 'string') {
        if (!(a3 !== '') && check.no(f, p + '.inviteNumber', 'must not be empty')) return false
      } else if (check.no(f, p + '.inviteNumber', 'must be a string')) return false
    }
    const a4 = v['status']
    if (a4 === undefined) {
      if (check.no(f, p + '.status', 'is required')) return false
    } else {
      if (typeof a4 === 'string') {
        if (
          !(a4 === 'UNUSED' || a4 === 'USED') &&
          check.no(f, p + '.status', 'must be one of UNUSED, USED')
        )
          return false
      } else if (check.no(f, p + '.status', 'must be a string')) return false
    }
    const a5 = v['email']
    if (a5 === undefined) {
      if (check.no(f, p + '.email', 'is required')) return false
    } else {
      if (typeof a5 === 'string') {
        if (
          !check.isShort(a5, 254) &&
          check.no(f, p + '.email', 'must have at most 254 characters')
        )
          return false
      } else if (check.no(f, p + '.email', 'must be a string')) return false
    }
    const a6 = v['firstName']
    if (a6 === undefined) {
      if (check.no(f, p + '.firstName', 'is required')) return false
    } else {
      if (typeof a6 === 'string') {
        if (
          !check.isShort(a6, 100) &&
          check.no(f, p + '.firstName', 'must have at most 100 characters')
        )
          return false
      } else if (check.no(f, p + '.firstName', 'must be a string')) return false
    }
    const a7 = v['lastName']
    if (a7 === undefined) {
      if (check.no(f, p + '.lastName', 'is required')) return false
    } else {
      if (typeof a7 === 'string') {
        if (
          !check.isShort(a7, 100) &&
          check.no(f, p + '.lastName', 'must have at most 100 characters')
        )
          return false
      } else if (check.no(f, p + '.lastName', 'must be a string')) return false
    }
    const a8 = v['companyName']
    if (a8 === undefined) {
      if (check.no(f, p + '.companyName', 'is required')) return false
    } else {
      if (typeof a8 === 'string') {
        if (
          !check.isShort(a8, 200) &&
          check.no(f, p + '.companyName', 'must have at most 200 characters')
        )
          return false
      } else if (check.no(f, p + '.companyName', 'must be a string')) return false
    }
    const a9 = v['expiresAt']
    if (a9 === undefined) {
      if (check.no(f, p + '.expiresAt', 'is required')) return false
    } else {
      if (!(typeof a9 === 'string') && check.no(f, p + '.expiresAt', 'must be a string'))
        return false
    }
    const a10 = v['emailNotificationSent']
    if (a10 === undefined) {
      if (check.no(f, p + '.emailNotificationSent', 'is required')) return false
    } else {
      if (
        !(typeof a10 === 'boolean') &&
        check.no(f, p + '.emailNotificationSent', 'must be a boolean')
      )
        return false
    }
    const a11 = v['createdAt']
    if (a11 === undefined) {
      if (check.no(f, p + '.createdAt', 'is required')) return false
    } else {
      if (!(typeof a11 === 'string') && check.no(f, p + '.createdAt', 'must be a string'))
        return false
    }
    for (const a12 of Object.keys(v)) {
      if (!namesInvite.has(a12)) {
        if (check.no(f, p + '.' + a12, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isCreateInvite400(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['message']
    if (a1 === undefined) {
      if (check.no(f, p + '.message', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.message')) return false
    }
    for (const a2 of Object.keys(v)) {
      if (a2 !== 'message') {
        if (check.no(f, p + '.' + a2, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isEventCatalog(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['events']
    if (a1 === undefined) {
      if (check.no(f, p + '.events', 'is required')) return false
    } else {
      if (Array.isArray(a1)) {
        for (let a2 = 0; a2 < a1.length; a2++) {
          const a3 = a1[a2]
          if (!isEventDescription(a3, f, f && p + '.events[' + a2 + ']')) return false
        }
        if (!(a1.length >= 8) && check.no(f, p + '.events', 'must have at least 8 items'))
          return false
        if (!(a1.length <= 8) && check.no(f, p + '.events', 'must have at most 8 items'))
          return false
      } else if (check.no(f, p + '.events', 'must be an array')) return false
    }
    for (const a4 of Object.keys(v)) {
      if (a4 !== 'events') {
        if (check.no(f, p + '.' + a4, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isEventDescription(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['name']
    if (a1 === undefined) {
      if (check.no(f, p + '.name', 'is required')) return false
    } else {
      if (!isEventName(a1, f, f && p + '.name')) return false
    }
    const a2 = v['category']
    if (a2 === undefined) {
      if (check.no(f, p + '.category', 'is required')) return false
    } else {
      if (typeof a2 === 'string') {
        if (
          !(a2 === 'order' || a2 === 'invite') &&
          check.no(f, p + '.category', 'must be one of order, invite')
        )
          return false
      } else if (check.no(f, p + '.category', 'must be a string')) return false
    }
    const a3 = v['description']
    if (a3 === undefined) {
      if (check.no(f, p + '.description', 'is required')) return false
    } else {
      if (!isNonEmpty(a3, f, f && p + '.description')) return false
    }
    for (const a4 of Object.keys(v)) {
      if (a4 !== 'name' && a4 !== 'category' && a4 !== 'description') {
        if (check.no(f, p + '.' + a4, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isWebhookList(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['webhooks']
    if (a1 === undefined) {
      if (check.no(f, p + '.webhooks', 'is required')) return false
    } else {
      if (Array.isArray(a1)) {
        for (let a2 = 0; a2 < a1.length; a2++) {
          const a3 = a1[a2]
          if (!isWebhookSubscription(a3, f, f && p + '.webhooks[' + a2 + ']')) return false
        }
      } else if (check.no(f, p + '.webhooks', 'must be an array')) return false
    }
    for (const a4 of Object.keys(v)) {
      if (a4 !== 'webhooks') {
        if (check.no(f, p + '.' + a4, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isWebhookSubscription(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['id']
    if (a1 === undefined) {
      if (check.no(f, p + '.id', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.id')) return false
    }
    const a2 = v['url']
    if (a2 === undefined) {
      if (check.no(f, p + '.url', 'is required')) return false
    } else {
      if (typeof a2 === 'string') {
        if (!(a2 !== '') && check.no(f, p + '.url', 'must not be empty')) return false
      } else if (check.no(f, p + '.url', 'must be a string')) return false
    }
    const a3 = v['events']
    if (a3 === undefined) {
      if (check.no(f, p + '.events', 'is required')) return false
    } else {
      if (Array.isArray(a3)) {
        for (let a4 = 0; a4 < a3.length; a4++) {
          const a5 = a3[a4]
          if (!isEventName(a5, f, f && p + '.events[' + a4 + ']')) return false
        }
        if (!(a3.length >= 1) && check.no(f, p + '.events', 'must not be empty')) return false
      } else if (check.no(f, p + '.events', 'must be an array')) return false
    }
    const a6 = v['active']
    if (a6 === undefined) {
      if (check.no(f, p + '.active', 'is required')) return false
    } else {
      if (!(typeof a6 === 'boolean') && check.no(f, p + '.active', 'must be a boolean'))
        return false
    }
    const a7 = v['createdAt']
    if (a7 === undefined) {
      if (check.no(f, p + '.createdAt', 'is required')) return false
    } else {
      if (!(typeof a7 === 'string') && check.no(f, p + '.createdAt', 'must be a string'))
        return false
    }
    const a8 = v['updatedAt']
    if (a8 === undefined) {
      if (check.no(f, p + '.updatedAt', 'is required')) return false
    } else {
      if (!(typeof a8 === 'string') && check.no(f, p + '.updatedAt', 'must be a string'))
        return false
    }
    for (const a9 of Object.keys(v)) {
      if (!namesWebhookSubscription.has(a9)) {
        if (check.no(f, p + '.' + a9, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isWebhookSubscriptionWithSecret(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['id']
    if (a1 === undefined) {
      if (check.no(f, p + '.id', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.id')) return false
    }
    const a2 = v['url']
    if (a2 === undefined) {
      if (check.no(f, p + '.url', 'is required')) return false
    } else {
      if (typeof a2 === 'string') {
        if (!(a2 !== '') && check.no(f, p + '.url', 'must not be empty')) return false
      } else if (check.no(f, p + '.url', 'must be a string')) return false
    }
    const a3 = v['events']
    if (a3 === undefined) {
      if (check.no(f, p + '.events', 'is required')) return false
    } else {
      if (Array.isArray(a3)) {
        for (let a4 = 0; a4 < a3.length; a4++) {
          const a5 = a3[a4]
          if (!isEventName(a5, f, f && p + '.events[' + a4 + ']')) return false
        }
        if (!(a3.length >= 1) && check.no(f, p + '.events', 'must not be empty')) return false
      } else if (check.no(f, p + '.events', 'must be an array')) return false
    }
    const a6 = v['active']
    if (a6 === undefined) {
      if (check.no(f, p + '.active', 'is required')) return false
    } else {
      if (!(typeof a6 === 'boolean') && check.no(f, p + '.active', 'must be a boolean'))
        return false
    }
    const a7 = v['secret']
    if (a7 === undefined) {
      if (check.no(f, p + '.secret', 'is required')) return false
    } else {
      if (typeof a7 === 'string') {
        if (!(a7 !== '') && check.no(f, p + '.secret', 'must not be empty')) return false
      } else if (check.no(f, p + '.secret', 'must be a string')) return false
    }
    const a8 = v['createdAt']
    if (a8 === undefined) {
      if (check.no(f, p + '.createdAt', 'is required')) return false
    } else {
      if (!(typeof a8 === 'string') && check.no(f, p + '.createdAt', 'must be a string'))
        return false
    }
    const a9 = v['updatedAt']
    if (a9 === undefined) {
      if (check.no(f, p + '.updatedAt', 'is required')) return false
    } else {
      if (!(typeof a9 === 'string') && check.no(f, p + '.updatedAt', 'must be a string'))
        return false
    }
    for (const a10 of Object.keys(v)) {
      if (!namesWebhookSubscriptionWithSecret.has(a10)) {
        if (check.no(f, p + '.' + a10, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isWebhookTestResult(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['success']
    if (a1 === undefined) {
      if (check.no(f, p + '.success', 'is required')) return false
    } else {
      if (!(typeof a1 === 'boolean') && check.no(f, p + '.success', 'must be a boolean'))
        return false
    }
    const a2 = v['statusCode']
    if (a2 === undefined) {
      if (check.no(f, p + '.statusCode', 'is required')) return false
    } else {
      if (check.isInteger(a2) || a2 === null) {
        if (typeof a2 === 'number') {
          if (!(a2 >= 100) && check.no(f, p + '.statusCode', 'must be at least 100')) return false
          if (!(a2 <= 999) && check.no(f, p + '.statusCode', 'must be at most 999')) return false
        }
      } else if (check.no(f, p + '.statusCode', 'must be an integer')) return false
    }
    const a3 = v['error']
    if (a3 === undefined) {
      if (check.no(f, p + '.error', 'is required')) return false
    } else {
      if (typeof a3 === 'string' || a3 === null) {
        if (typeof a3 === 'string') {
          if (!(a3 !== '') && check.no(f, p + '.error', 'must not be empty')) return false
        }
      } else if (check.no(f, p + '.error', 'must be a string')) return false
    }
    for (const a4 of Object.keys(v)) {
      if (a4 !== 'success' && a4 !== 'statusCode' && a4 !== 'error') {
        if (check.no(f, p + '.' + a4, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isListOrders200(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (Array.isArray(v)) {
    for (let a1 = 0; a1 < v.length; a1++) {
      const a2 = v[a1]
      if (!isOrder(a2, f, f && p + '[' + a1 + ']')) return false
    }
  } else if (check.no(f, p, 'must be an array')) return false
  return true
}

export function isOrder(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['id']
    if (a1 === undefined) {
      if (check.no(f, p + '.id', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.id')) return false
    }
    const a2 = v['orderNumber']
    if (a2 === undefined) {
      if (check.no(f, p + '.orderNumber', 'is required')) return false
    } else {
      if (typeof a2 === 'string') {
        if (!(a2 !== '') && check.no(f, p + '.orderNumber', 'must not be empty')) return false
      } else if (check.no(f, p + '.orderNumber', 'must be a string')) return false
    }
    const a3 = v['sourceOrderNumber']
    if (a3 === undefined) {
      if (check.no(f, p + '.sourceOrderNumber', 'is required')) return false
    } else {
      if (
        !(typeof a3 === 'string' || a3 === null) &&
        check.no(f, p + '.sourceOrderNumber', 'must be a string')
      )
        return false
    }
    const a4 = v['status']
    if (a4 === undefined) {
      if (check.no(f, p + '.status', 'is required')) return false
    } else {
      if (!isOrderStatus(a4, f, f && p + '.status')) return false
    }
    const a5 = v['paymentStatus']
    if (a5 === undefined) {
      if (check.no(f, p + '.paymentStatus', 'is required')) return false
    } else {
      if (typeof a5 === 'string') {
        if (!(a5 === 'PAID') && check.no(f, p + '.paymentStatus', 'must be one of PAID'))
          return false
      } else if (check.no(f, p + '.paymentStatus', 'must be a string')) return false
    }
    const a6 = v['allocationStatus']
    if (a6 === undefined) {
      if (check.no(f, p + '.allocationStatus', 'is required')) return false
    } else {
      if (typeof a6 === 'string') {
        if (
          !(a6 === 'ALLOCATED' || a6 === 'BACKORDERED' || a6 === 'RELEASED') &&
          check.no(f, p + '.allocationStatus', 'must be one of ALLOCATED, BACKORDERED, RELEASED')
        )
          return false
      } else if (check.no(f, p + '.allocationStatus', 'must be a string')) return false
    }
    const a7 = v['orderSource']
    if (a7 === undefined) {
      if (check.no(f, p + '.orderSource', 'is required')) return false
    } else {
      if (typeof a7 === 'string') {
        if (
          !(a7 === 'API' || a7 === 'REDEMPTION' || a7 === 'IMPORT') &&
          check.no(f, p + '.orderSource', 'must be one of API, REDEMPTION, IMPORT')
        )
          return false
      } else if (check.no(f, p + '.orderSource', 'must be a string')) return false
    }
    const a8 = v['orderDate']
    if (a8 === undefined) {
      if (check.no(f, p + '.orderDate', 'is required')) return false
    } else {
      if (!(typeof a8 === 'string') && check.no(f, p + '.orderDate', 'must be a string'))
        return false
    }
    const a9 = v['shipDate']
    if (a9 === undefined) {
      if (check.no(f, p + '.shipDate', 'is required')) return false
    } else {
      if (
        !(typeof a9 === 'string' || a9 === null) &&
        check.no(f, p + '.shipDate', 'must be a string')
      )
        return false
    }
    const a10 = v['deliveredAt']
    if (a10 === undefined) {
      if (check.no(f, p + '.deliveredAt', 'is required')) return false
    } else {
      if (
        !(typeof a10 === 'string' || a10 === null) &&
        check.no(f, p + '.deliveredAt', 'must be a string')
      )
        return false
    }
    const a11 = v['trackingNumber']
    if (a11 === undefined) {
      if (check.no(f, p + '.trackingNumber', 'is required')) return false
    } else {
      if (
        !(typeof a11 === 'string' || a11 === null) &&
        check.no(f, p + '.trackingNumber', 'must be a string')
      )
        return false
    }
    const a12 = v['carrierCode']
    if (a12 === undefined) {
      if (check.no(f, p + '.carrierCode', 'is required')) return false
    } else {
      if (
        !(typeof a12 === 'string' || a12 === null) &&
        check.no(f, p + '.carrierCode', 'must be a string')
      )
        return false
    }
    const a13 = v['campaignId']
    if (a13 === undefined) {
      if (check.no(f, p + '.campaignId', 'is required')) return false
    } else {
      if (typeof a13 === 'string') {
        if (!(a13 !== '') && check.no(f, p + '.campaignId', 'must not be empty')) return false
      } else if (check.no(f, p + '.campaignId', 'must be a string')) return false
    }
    const a14 = v['warehouse']
    if (a14 === undefined) {
      if (check.no(f, p + '.warehouse', 'is required')) return false
    } else {
      if (typeof a14 === 'string' || a14 === null) {
        if (typeof a14 === 'string') {
          if (!(a14 !== '') && check.no(f, p + '.warehouse', 'must not be empty')) return false
        }
      } else if (check.no(f, p + '.warehouse', 'must be a string')) return false
    }
    const a15 = v['recipient']
    if (a15 === undefined) {
      if (check.no(f, p + '.recipient', 'is required')) return false
    } else {
      if (!isRecipient(a15, f, f && p + '.recipient')) return false
    }
    const a16 = v['companyName']
    if (a16 === undefined) {
      if (check.no(f, p + '.companyName', 'is required')) return false
    } else {
      if (typeof a16 === 'string') {
        if (
          !check.isShort(a16, 200) &&
          check.no(f, p + '.companyName', 'must have at most 200 characters')
        )
          return false
      } else if (check.no(f, p + '.companyName', 'must be a string')) return false
    }
    const a17 = v['notes']
    if (a17 === undefined) {
      if (check.no(f, p + '.notes', 'is required')) return false
    } else {
      if (typeof a17 === 'string') {
        if (
          !check.isShort(a17, 2000) &&
          check.no(f, p + '.notes', 'must have at most 2,000 characters')
        )
          return false
      } else if (check.no(f, p + '.notes', 'must be a string')) return false
    }
    const a18 = v['products']
    if (a18 === undefined) {
      if (check.no(f, p + '.products', 'is required')) return false
    } else {
      if (Array.isArray(a18)) {
        for (let a19 = 0; a19 < a18.length; a19++) {
          const a20 = a18[a19]
          if (!isOrderLine(a20, f, f && p + '.products[' + a19 + ']')) return false
        }
      } else if (check.no(f, p + '.products', 'must be an array')) return false
    }
    for (const a21 of Object.keys(v)) {
      if (!namesOrder.has(a21)) {
        if (check.no(f, p + '.' + a21, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isRecipient(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['firstName']
    if (a1 === undefined) {
      if (check.no(f, p + '.firstName', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (
          !check.isShort(a1, 100) &&
          check.no(f, p + '.firstName', 'must have at most 100 characters')
        )
          return false
      } else if (check.no(f, p + '.firstName', 'must be a string')) return false
    }
    const a2 = v['lastName']
    if (a2 === undefined) {
      if (check.no(f, p + '.lastName', 'is required')) return false
    } else {
      if (typeof a2 === 'string') {
        if (
          !check.isShort(a2, 100) &&
          check.no(f, p + '.lastName', 'must have at most 100 characters')
        )
          return false
      } else if (check.no(f, p + '.lastName', 'must be a string')) return false
    }
    const a3 = v['email']
    if (a3 === undefined) {
      if (check.no(f, p + '.email', 'is required')) return false
    } else {
      if (typeof a3 === 'string') {
        if (
          !check.isShort(a3, 254) &&
          check.no(f, p + '.email', 'must have at most 254 characters')
        )
          return false
      } else if (check.no(f, p + '.email', 'must be a string')) return false
    }
    const a4 = v['phone']
    if (a4 === undefined) {
      if (check.no(f, p + '.phone', 'is required')) return false
    } else {
      if (typeof a4 === 'string') {
        if (!check.isShort(a4, 30) && check.no(f, p + '.phone', 'must have at most 30 characters'))
          return false
      } else if (check.no(f, p + '.phone', 'must be a string')) return false
    }
    const a5 = v['street1']
    if (a5 === undefined) {
      if (check.no(f, p + '.street1', 'is required')) return false
    } else {
      if (typeof a5 === 'string') {
        if (
          !check.isShort(a5, 200) &&
          check.no(f, p + '.street1', 'must have at most 200 characters')
        )
          return false
      } else if (check.no(f, p + '.street1', 'must be a string')) return false
    }
    const a6 = v['street2']
    if (a6 === undefined) {
      if (check.no(f, p + '.street2', 'is required')) return false
    } else {
      if (typeof a6 === 'string') {
        if (
          !check.isShort(a6, 200) &&
          check.no(f, p + '.street2', 'must have at most 200 characters')
        )
          return false
      } else if (check.no(f, p + '.street2', 'must be a string')) return false
    }
    const a7 = v['city']
    if (a7 === undefined) {
      if (check.no(f, p + '.city', 'is required')) return false
    } else {
      if (typeof a7 === 'string') {
        if (!check.isShort(a7, 100) && check.no(f, p + '.city', 'must have at most 100 characters'))
          return false
      } else if (check.no(f, p + '.city', 'must be a string')) return false
    }
    const a8 = v['state']
    if (a8 === undefined) {
      if (check.no(f, p + '.state', 'is required')) return false
    } else {
      if (typeof a8 === 'string') {
        if (
          !check.isShort(a8, 100) &&
          check.no(f, p + '.state', 'must have at most 100 characters')
        )
          return false
      } else if (check.no(f, p + '.state', 'must be a string')) return false
    }
    const a9 = v['zip']
    if (a9 === undefined) {
      if (check.no(f, p + '.zip', 'is required')) return false
    } else {
      if (typeof a9 === 'string') {
        if (!check.isShort(a9, 20) && check.no(f, p + '.zip', 'must have at most 20 characters'))
          return false
      } else if (check.no(f, p + '.zip', 'must be a string')) return false
    }
    const a10 = v['country']
    if (a10 === undefined) {
      if (check.no(f, p + '.country', 'is required')) return false
    } else {
      if (typeof a10 === 'string') {
        if (
          !check.isShort(a10, 100) &&
          check.no(f, p + '.country', 'must have at most 100 characters')
        )
          return false
      } else if (check.no(f, p + '.country', 'must be a string')) return false
    }
    for (const a11 of Object.keys(v)) {
      if (!namesRecipient.has(a11)) {
        if (check.no(f, p + '.' + a11, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isOrderLine(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['sku']
    if (a1 === undefined) {
      if (check.no(f, p + '.sku', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!(a1 !== '') && check.no(f, p + '.sku', 'must not be empty')) return false
      } else if (check.no(f, p + '.sku', 'must be a string')) return false
    }
    const a2 = v['quantity']
    if (a2 === undefined) {
      if (check.no(f, p + '.quantity', 'is required')) return false
    } else {
      if (check.isInteger(a2)) {
        if (!(a2 >= 1) && check.no(f, p + '.quantity', 'must be at least 1')) return false
        if (!(a2 <= 100000) && check.no(f, p + '.quantity', 'must be at most 100000')) return false
      } else if (check.no(f, p + '.quantity', 'must be an integer')) return false
    }
    for (const a3 of Object.keys(v)) {
      if (a3 !== 'sku' && a3 !== 'quantity') {
        if (check.no(f, p + '.' + a3, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isCreateOrder400(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['message']
    if (a1 === undefined) {
      if (check.no(f, p + '.message', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.message')) return false
    }
    for (const a2 of Object.keys(v)) {
      if (a2 !== 'message') {
        if (check.no(f, p + '.' + a2, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isCancelOrder400(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['message']
    if (a1 === undefined) {
      if (check.no(f, p + '.message', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.message')) return false
    }
    for (const a2 of Object.keys(v)) {
      if (a2 !== 'message') {
        if (check.no(f, p + '.' + a2, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isInventoryPage(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['items']
    if (a1 === undefined) {
      if (check.no(f, p + '.items', 'is required')) return false
    } else {
      if (Array.isArray(a1)) {
        for (let a2 = 0; a2 < a1.length; a2++) {
          const a3 = a1[a2]
          if (!isInventoryItem(a3, f, f && p + '.items[' + a2 + ']')) return false
        }
        if (!(a1.length <= 100) && check.no(f, p + '.items', 'must have at most 100 items'))
          return false
      } else if (check.no(f, p + '.items', 'must be an array')) return false
    }
    const a4 = v['pagination']
    if (a4 === undefined) {
      if (check.no(f, p + '.pagination', 'is required')) return false
    } else {
      if (!isPagination(a4, f, f && p + '.pagination')) return false
    }
    for (const a5 of Object.keys(v)) {
      if (a5 !== 'items' && a5 !== 'pagination') {
        if (check.no(f, p + '.' + a5, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isInventoryItem(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['id']
    if (a1 === undefined) {
      if (check.no(f, p + '.id', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.id')) return false
    }
    const a2 = v['product_id']
    if (a2 === undefined) {
      if (check.no(f, p + '.product_id', 'is required')) return false
    } else {
      if (typeof a2 === 'string') {
        if (!(a2 !== '') && check.no(f, p + '.product_id', 'must not be empty')) return false
      } else if (check.no(f, p + '.product_id', 'must be a string')) return false
    }
    const a3 = v['product_name']
    if (a3 === undefined) {
      if (check.no(f, p + '.product_name', 'is required')) return false
    } else {
      if (!(typeof a3 === 'string') && check.no(f, p + '.product_name', 'must be a string'))
        return false
    }
    const a4 = v['sku']
    if (a4 === undefined) {
      if (check.no(f, p + '.sku', 'is required')) return false
    } else {
      if (typeof a4 === 'string') {
        if (!(a4 !== '') && check.no(f, p + '.sku', 'must not be empty')) return false
      } else if (check.no(f, p + '.sku', 'must be a string')) return false
    }
    const a5 = v['status']
    if (a5 === undefined) {
      if (check.no(f, p + '.status', 'is required')) return false
    } else {
      if (!isInventoryStatus(a5, f, f && p + '.status')) return false
    }
    const a6 = v['on_hand']
    if (a6 === undefined) {
      if (check.no(f, p + '.on_hand', 'is required')) return false
    } else {
      if (check.isInteger(a6)) {
        if (!(a6 >= 0) && check.no(f, p + '.on_hand', 'must be at least 0')) return false
        if (
          !(a6 <= 9007199254740991) &&
          check.no(f, p + '.on_hand', 'must be at most 9007199254740991')
        )
          return false
      } else if (check.no(f, p + '.on_hand', 'must be an integer')) return false
    }
    const a7 = v['available']
    if (a7 === undefined) {
      if (check.no(f, p + '.available', 'is required')) return false
    } else {
      if (check.isInteger(a7)) {
        if (!(a7 >= 0) && check.no(f, p + '.available', 'must be at least 0')) return false
        if (
          !(a7 <= 9007199254740991) &&
          check.no(f, p + '.available', 'must be at most 9007199254740991')
        )
          return false
      } else if (check.no(f, p + '.available', 'must be an integer')) return false
    }
    const a8 = v['allocated']
    if (a8 === undefined) {
      if (check.no(f, p + '.allocated', 'is required')) return false
    } else {
      if (check.isInteger(a8)) {
        if (!(a8 >= 0) && check.no(f, p + '.allocated', 'must be at least 0')) return false
        if (
          !(a8 <= 9007199254740991) &&
          check.no(f, p + '.allocated', 'must be at most 9007199254740991')
        )
          return false
      } else if (check.no(f, p + '.allocated', 'must be an integer')) return false
    }
    const a9 = v['inbound']
    if (a9 === undefined) {
      if (check.no(f, p + '.inbound', 'is required')) return false
    } else {
      if (check.isInteger(a9)) {
        if (!(a9 >= 0) && check.no(f, p + '.inbound', 'must be at least 0')) return false
        if (
          !(a9 <= 9007199254740991) &&
          check.no(f, p + '.inbound', 'must be at most 9007199254740991')
        )
          return false
      } else if (check.no(f, p + '.inbound', 'must be an integer')) return false
    }
    const a10 = v['warehouse']
    if (a10 === undefined) {
      if (check.no(f, p + '.warehouse', 'is required')) return false
    } else {
      if (!isInventoryWarehouse(a10, f, f && p + '.warehouse')) return false
    }
    const a11 = v['inventory_events']
    if (a11 === undefined) {
      if (check.no(f, p + '.inventory_events', 'is required')) return false
    } else {
      if (Array.isArray(a11)) {
        for (let a12 = 0; a12 < a11.length; a12++) {
          const a13 = a11[a12]
          if (!isInventoryEvent(a13, f, f && p + '.inventory_events[' + a12 + ']')) return false
        }
        if (
          !(a11.length <= 50) &&
          check.no(f, p + '.inventory_events', 'must have at most 50 items')
        )
          return false
      } else if (check.no(f, p + '.inventory_events', 'must be an array')) return false
    }
    for (const a14 of Object.keys(v)) {
      if (!namesInventoryItem.has(a14)) {
        if (check.no(f, p + '.' + a14, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isPagination(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['total_count']
    if (a1 === undefined) {
      if (check.no(f, p + '.total_count', 'is required')) return false
    } else {
      if (check.isInteger(a1)) {
        if (!(a1 >= 0) && check.no(f, p + '.total_count', 'must be at least 0')) return false
        if (!(a1 <= 2147483647) && check.no(f, p + '.total_count', 'must be at most 2147483647'))
          return false
      } else if (check.no(f, p + '.total_count', 'must be an integer')) return false
    }
    const a2 = v['page']
    if (a2 === undefined) {
      if (check.no(f, p + '.page', 'is required')) return false
    } else {
      if (check.isInteger(a2)) {
        if (!(a2 >= 1) && check.no(f, p + '.page', 'must be at least 1')) return false
        if (!(a2 <= 2147483647) && check.no(f, p + '.page', 'must be at most 2147483647'))
          return false
      } else if (check.no(f, p + '.page', 'must be an integer')) return false
    }
    const a3 = v['page_size']
    if (a3 === undefined) {
      if (check.no(f, p + '.page_size', 'is required')) return false
    } else {
      if (check.isInteger(a3)) {
        if (!(a3 >= 1) && check.no(f, p + '.page_size', 'must be at least 1')) return false
        if (!(a3 <= 100) && check.no(f, p + '.page_size', 'must be at most 100')) return false
      } else if (check.no(f, p + '.page_size', 'must be an integer')) return false
    }
    const a4 = v['has_more']
    if (a4 === undefined) {
      if (check.no(f, p + '.has_more', 'is required')) return false
    } else {
      if (!(typeof a4 === 'boolean') && check.no(f, p + '.has_more', 'must be a boolean'))
        return false
    }
    for (const a5 of Object.keys(v)) {
      if (!namesPagination.has(a5)) {
        if (check.no(f, p + '.' + a5, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isInventoryWarehouse(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['warehouse_id']
    if (a1 === undefined) {
      if (check.no(f, p + '.warehouse_id', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.warehouse_id')) return false
    }
    const a2 = v['warehouse_name']
    if (a2 === undefined) {
      if (check.no(f, p + '.warehouse_name', 'is required')) return false
    } else {
      if (!(typeof a2 === 'string') && check.no(f, p + '.warehouse_name', 'must be a string'))
        return false
    }
    for (const a3 of Object.keys(v)) {
      if (a3 !== 'warehouse_id' && a3 !== 'warehouse_name') {
        if (check.no(f, p + '.' + a3, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isInventoryEvent(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['id']
    if (a1 === undefined) {
      if (check.no(f, p + '.id', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.id')) return false
    }
    const a2 = v['event_type']
    if (a2 === undefined) {
      if (check.no(f, p + '.event_type', 'is required')) return false
    } else {
      if (typeof a2 === 'string') {
        if (
          !(
            a2 === 'received' ||
            a2 === 'adjusted' ||
            a2 === 'inbound_expected' ||
            a2 === 'inbound_received' ||
            a2 === 'order_allocated' ||
            a2 === 'order_released' ||
            a2 === 'order_shipped' ||
            a2 === 'order_returned'
          ) &&
          check.no(
            f,
            p + '.event_type',
            'must be one of received, adjusted, inbound_expected, inbound_received, order_allocated, order_released, order_shipped, order_returned',
          )
        )
          return false
      } else if (check.no(f, p + '.event_type', 'must be a string')) return false
    }
    const a3 = v['quantity']
    if (a3 === undefined) {
      if (check.no(f, p + '.quantity', 'is required')) return false
    } else {
      if (check.isInteger(a3)) {
        if (!(a3 >= -2147483648) && check.no(f, p + '.quantity', 'must be at least -2147483648'))
          return false
        if (!(a3 <= 2147483647) && check.no(f, p + '.quantity', 'must be at most 2147483647'))
          return false
      } else if (check.no(f, p + '.quantity', 'must be an integer')) return false
    }
    const a4 = v['order_id']
    if (a4 === undefined) {
      if (check.no(f, p + '.order_id', 'is required')) return false
    } else {
      if (
        !(typeof a4 === 'string' || a4 === null) &&
        check.no(f, p + '.order_id', 'must be a string')
      )
        return false
    }
    const a5 = v['created_at']
    if (a5 === undefined) {
      if (check.no(f, p + '.created_at', 'is required')) return false
    } else {
      if (!(typeof a5 === 'string') && check.no(f, p + '.created_at', 'must be a string'))
        return false
    }
    for (const a6 of Object.keys(v)) {
      if (!namesInventoryEvent.has(a6)) {
        if (check.no(f, p + '.' + a6, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isOrderCreatedEvent(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['event']
    if (a1 === undefined) {
      if (check.no(f, p + '.event', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!(a1 === 'order.created') && check.no(f, p + '.event', 'must be "order.created"'))
          return false
      } else if (check.no(f, p + '.event', 'must be a string')) return false
    }
    const a2 = v['data']
    if (a2 === undefined) {
      if (check.no(f, p + '.data', 'is required')) return false
    } else {
      if (!isUnshippedOrderEventData(a2, f, f && p + '.data')) return false
    }
    for (const a3 of Object.keys(v)) {
      if (a3 !== 'event' && a3 !== 'data') {
        if (check.no(f, p + '.' + a3, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isUnshippedOrderEventData(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['orderId']
    if (a1 === undefined) {
      if (check.no(f, p + '.orderId', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.orderId')) return false
    }
    const a2 = v['orderNumber']
    if (a2 === undefined) {
      if (check.no(f, p + '.orderNumber', 'is required')) return false
    } else {
      if (typeof a2 === 'string') {
        if (!(a2 !== '') && check.no(f, p + '.orderNumber', 'must not be empty')) return false
      } else if (check.no(f, p + '.orderNumber', 'must be a string')) return false
    }
    const a3 = v['status']
    if (a3 === undefined) {
      if (check.no(f, p + '.status', 'is required')) return false
    } else {
      if (!isOrderStatus(a3, f, f && p + '.status')) return false
    }
    const a4 = v['campaignId']
    if (a4 === undefined) {
      if (check.no(f, p + '.campaignId', 'is required')) return false
    } else {
      if (typeof a4 === 'string') {
        if (!(a4 !== '') && check.no(f, p + '.campaignId', 'must not be empty')) return false
      } else if (check.no(f, p + '.campaignId', 'must be a string')) return false
    }
    const a5 = v['trackingNumber']
    if (a5 === undefined) {
      if (check.no(f, p + '.trackingNumber', 'is required')) return false
    } else {
      if (typeof a5 === 'string' || a5 === null) {
        if (!(a5 === null) && check.no(f, p + '.trackingNumber', 'must be null')) return false
      } else if (check.no(f, p + '.trackingNumber', 'must be a string')) return false
    }
    const a6 = v['carrierCode']
    if (a6 === undefined) {
      if (check.no(f, p + '.carrierCode', 'is required')) return false
    } else {
      if (typeof a6 === 'string' || a6 === null) {
        if (!(a6 === null) && check.no(f, p + '.carrierCode', 'must be null')) return false
      } else if (check.no(f, p + '.carrierCode', 'must be a string')) return false
    }
    const a7 = v['shipDate']
    if (a7 === undefined) {
      if (check.no(f, p + '.shipDate', 'is required')) return false
    } else {
      if (typeof a7 === 'string' || a7 === null) {
        if (!(a7 === null) && check.no(f, p + '.shipDate', 'must be null')) return false
      } else if (check.no(f, p + '.shipDate', 'must be a string')) return false
    }
    const a8 = v['products']
    if (a8 === undefined) {
      if (check.no(f, p + '.products', 'is required')) return false
    } else {
      if (Array.isArray(a8)) {
        for (let a9 = 0; a9 < a8.length; a9++) {
          const a10 = a8[a9]
          if (!isOrderLine(a10, f, f && p + '.products[' + a9 + ']')) return false
        }
      } else if (check.no(f, p + '.products', 'must be an array')) return false
    }
    for (const a11 of Object.keys(v)) {
      if (!namesUnshippedOrderEventData.has(a11)) {
        if (check.no(f, p + '.' + a11, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isOrderShippedEvent(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['event']
    if (a1 === undefined) {
      if (check.no(f, p + '.event', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!(a1 === 'order.shipped') && check.no(f, p + '.event', 'must be "order.shipped"'))
          return false
      } else if (check.no(f, p + '.event', 'must be a string')) return false
    }
    const a2 = v['data']
    if (a2 === undefined) {
      if (check.no(f, p + '.data', 'is required')) return false
    } else {
      if (!isOrderEventData(a2, f, f && p + '.data')) return false
    }
    for (const a3 of Object.keys(v)) {
      if (a3 !== 'event' && a3 !== 'data') {
        if (check.no(f, p + '.' + a3, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isOrderEventData(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['orderId']
    if (a1 === undefined) {
      if (check.no(f, p + '.orderId', 'is required')) return false
    } else {
      if (!isNonEmpty(a1, f, f && p + '.orderId')) return false
    }
    const a2 = v['orderNumber']
    if (a2 === undefined) {
      if (check.no(f, p + '.orderNumber', 'is required')) return false
    } else {
      if (typeof a2 === 'string') {
        if (!(a2 !== '') && check.no(f, p + '.orderNumber', 'must not be empty')) return false
      } else if (check.no(f, p + '.orderNumber', 'must be a string')) return false
    }
    const a3 = v['status']
    if (a3 === undefined) {
      if (check.no(f, p + '.status', 'is required')) return false
    } else {
      if (!isOrderStatus(a3, f, f && p + '.status')) return false
    }
    const a4 = v['campaignId']
    if (a4 === undefined) {
      if (check.no(f, p + '.campaignId', 'is required')) return false
    } else {
      if (typeof a4 === 'string') {
        if (!(a4 !== '') && check.no(f, p + '.campaignId', 'must not be empty')) return false
      } else if (check.no(f, p + '.campaignId', 'must be a string')) return false
    }
    const a5 = v['trackingNumber']
    if (a5 === undefined) {
      if (check.no(f, p + '.trackingNumber', 'is required')) return false
    } else {
      if (
        !(typeof a5 === 'string' || a5 === null) &&
        check.no(f, p + '.trackingNumber', 'must be a string')
      )
        return false
    }
    const a6 = v['carrierCode']
    if (a6 === undefined) {
      if (check.no(f, p + '.carrierCode', 'is required')) return false
    } else {
      if (
        !(typeof a6 === 'string' || a6 === null) &&
        check.no(f, p + '.carrierCode', 'must be a string')
      )
        return false
    }
    const a7 = v['shipDate']
    if (a7 === undefined) {
      if (check.no(f, p + '.shipDate', 'is required')) return false
    } else {
      if (
        !(typeof a7 === 'string' || a7 === null) &&
        check.no(f, p + '.shipDate', 'must be a string')
      )
        return false
    }
    const a8 = v['products']
    if (a8 === undefined) {
      if (check.no(f, p + '.products', 'is required')) return false
    } else {
      if (Array.isArray(a8)) {
        for (let a9 = 0; a9 < a8.length; a9++) {
          const a10 = a8[a9]
          if (!isOrderLine(a10, f, f && p + '.products[' + a9 + ']')) return false
        }
      } else if (check.no(f, p + '.products', 'must be an array')) return false
    }
    for (const a11 of Object.keys(v)) {
      if (!namesUnshippedOrderEventData.has(a11)) {
        if (check.no(f, p + '.' + a11, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isOrderDeliveredEvent(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['event']
    if (a1 === undefined) {
      if (check.no(f, p + '.event', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!(a1 === 'order.delivered') && check.no(f, p + '.event', 'must be "order.delivered"'))
          return false
      } else if (check.no(f, p + '.event', 'must be a string')) return false
    }
    const a2 = v['data']
    if (a2 === undefined) {
      if (check.no(f, p + '.data', 'is required')) return false
    } else {
      if (!isOrderEventData(a2, f, f && p + '.data')) return false
    }
    for (const a3 of Object.keys(v)) {
      if (a3 !== 'event' && a3 !== 'data') {
        if (check.no(f, p + '.' + a3, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isOrderCancelledEvent(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['event']
    if (a1 === undefined) {
      if (check.no(f, p + '.event', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!(a1 === 'order.cancelled') && check.no(f, p + '.event', 'must be "order.cancelled"'))
          return false
      } else if (check.no(f, p + '.event', 'must be a string')) return false
    }
    const a2 = v['data']
    if (a2 === undefined) {
      if (check.no(f, p + '.data', 'is required')) return false
    } else {
      if (!isUnshippedOrderEventData(a2, f, f && p + '.data')) return false
    }
    for (const a3 of Object.keys(v)) {
      if (a3 !== 'event' && a3 !== 'data') {
        if (check.no(f, p + '.' + a3, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isOrderReturnedEvent(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['event']
    if (a1 === undefined) {
      if (check.no(f, p + '.event', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!(a1 === 'order.returned') && check.no(f, p + '.event', 'must be "order.returned"'))
          return false
      } else if (check.no(f, p + '.event', 'must be a string')) return false
    }
    const a2 = v['data']
    if (a2 === undefined) {
      if (check.no(f, p + '.data', 'is required')) return false
    } else {
      if (!isOrderEventData(a2, f, f && p + '.data')) return false
    }
    for (const a3 of Object.keys(v)) {
      if (a3 !== 'event' && a3 !== 'data') {
        if (check.no(f, p + '.' + a3, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isInviteViewedEvent(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['event']
    if (a1 === undefined) {
      if (check.no(f, p + '.event', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!(a1 === 'invite.viewed') && check.no(f, p + '.event', 'must be "invite.viewed"'))
          return false
      } else if (check.no(f, p + '.event', 'must be a string')) return false
    }
    const a2 = v['data']
    if (a2 === undefined) {
      if (check.no(f, p + '.data', 'is required')) return false
    } else {
      if (!isInviteViewedData(a2, f, f && p + '.data')) return false
    }
    for (const a3 of Object.keys(v)) {
      if (a3 !== 'event' && a3 !== 'data') {
        if (check.no(f, p + '.' + a3, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isInviteViewedData(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['inviteId']
    if (a1 === undefined) {
      if (check.no(f, p + '.inviteId', 'is required')) return false
    } else {
      if (!(typeof a1 === 'string') && check.no(f, p + '.inviteId', 'must be a string'))
        return false
    }
    const a2 = v['inviteNumber']
    if (a2 === undefined) {
      if (check.no(f, p + '.inviteNumber', 'is required')) return false
    } else {
      if (
        !(typeof a2 === 'string' || a2 === null) &&
        check.no(f, p + '.inviteNumber', 'must be a string')
      )
        return false
    }
    const a3 = v['email']
    if (a3 === undefined) {
      if (check.no(f, p + '.email', 'is required')) return false
    } else {
      if (!(typeof a3 === 'string' || a3 === null) && check.no(f, p + '.email', 'must be a string'))
        return false
    }
    const a4 = v['campaignId']
    if (a4 === undefined) {
      if (check.no(f, p + '.campaignId', 'is required')) return false
    } else {
      if (!(typeof a4 === 'string') && check.no(f, p + '.campaignId', 'must be a string'))
        return false
    }
    const a5 = v['campaignTitle']
    if (a5 === undefined) {
      if (check.no(f, p + '.campaignTitle', 'is required')) return false
    } else {
      if (typeof a5 === 'string' || a5 === null) {
        if (!(a5 === null) && check.no(f, p + '.campaignTitle', 'must be null')) return false
      } else if (check.no(f, p + '.campaignTitle', 'must be a string')) return false
    }
    const a6 = v['eventDetails']
    if (a6 === undefined) {
      if (check.no(f, p + '.eventDetails', 'is required')) return false
    } else {
      if (check.isObject(a6) || a6 === null) {
        if (check.isObject(a6)) {
          const a7 = a6['page']
          if (a7 === undefined) {
            if (check.no(f, p + '.eventDetails.page', 'is required')) return false
          } else {
            if (
              !(typeof a7 === 'string') &&
              check.no(f, p + '.eventDetails.page', 'must be a string')
            )
              return false
          }
          for (const a8 of Object.keys(a6)) {
            if (a8 !== 'page') {
              if (check.no(f, p + '.eventDetails.' + a8, 'is not allowed')) return false
            }
          }
        }
      } else if (check.no(f, p + '.eventDetails', 'must be an object')) return false
    }
    for (const a10 of Object.keys(v)) {
      if (!namesInviteViewedData.has(a10)) {
        if (check.no(f, p + '.' + a10, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isInviteCartUpdatedEvent(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['event']
    if (a1 === undefined) {
      if (check.no(f, p + '.event', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (
          !(a1 === 'invite.cart_updated') &&
          check.no(f, p + '.event', 'must be "invite.cart_updated"')
        )
          return false
      } else if (check.no(f, p + '.event', 'must be a string')) return false
    }
    const a2 = v['data']
    if (a2 === undefined) {
      if (check.no(f, p + '.data', 'is required')) return false
    } else {
      if (!isInviteCartUpdatedData(a2, f, f && p + '.data')) return false
    }
    for (const a3 of Object.keys(v)) {
      if (a3 !== 'event' && a3 !== 'data') {
        if (check.no(f, p + '.' + a3, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isInviteCartUpdatedData(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['inviteId']
    if (a1 === undefined) {
      if (check.no(f, p + '.inviteId', 'is required')) return false
    } else {
      if (!(typeof a1 === 'string') && check.no(f, p + '.inviteId', 'must be a string'))
        return false
    }
    const a2 = v['inviteNumber']
    if (a2 === undefined) {
      if (check.no(f, p + '.inviteNumber', 'is required')) return false
    } else {
      if (
        !(typeof a2 === 'string' || a2 === null) &&
        check.no(f, p + '.inviteNumber', 'must be a string')
      )
        return false
    }
    const a3 = v['email']
    if (a3 === undefined) {
      if (check.no(f, p + '.email', 'is required')) return false
    } else {
      if (!(typeof a3 === 'string' || a3 === null) && check.no(f, p + '.email', 'must be a string'))
        return false
    }
    const a4 = v['campaignId']
    if (a4 === undefined) {
      if (check.no(f, p + '.campaignId', 'is required')) return false
    } else {
      if (!(typeof a4 === 'string') && check.no(f, p + '.campaignId', 'must be a string'))
        return false
    }
    const a5 = v['campaignTitle']
    if (a5 === undefined) {
      if (check.no(f, p + '.campaignTitle', 'is required')) return false
    } else {
      if (typeof a5 === 'string' || a5 === null) {
        if (!(a5 === null) && check.no(f, p + '.campaignTitle', 'must be null')) return false
      } else if (check.no(f, p + '.campaignTitle', 'must be a string')) return false
    }
    const a6 = v['eventDetails']
    if (a6 === undefined) {
      if (check.no(f, p + '.eventDetails', 'is required')) return false
    } else {
      if (check.isObject(a6)) {
        const a7 = a6['eventType']
        if (a7 === undefined) {
          if (check.no(f, p + '.eventDetails.eventType', 'is required')) return false
        } else {
          if (typeof a7 === 'string') {
            if (
              !(a7 === 'CART_ADD' || a7 === 'CART_UPDATE' || a7 === 'CART_REMOVE') &&
              check.no(
                f,
                p + '.eventDetails.eventType',
                'must be one of CART_ADD, CART_UPDATE, CART_REMOVE',
              )
            )
              return false
          } else if (check.no(f, p + '.eventDetails.eventType', 'must be a string')) return false
        }
        const a8 = a6['page']
        if (a8 === undefined) {
          if (check.no(f, p + '.eventDetails.page', 'is required')) return false
        } else {
          if (
            !(typeof a8 === 'string') &&
            check.no(f, p + '.eventDetails.page', 'must be a string')
          )
            return false
        }
        const a9 = a6['cartItems']
        if (a9 === undefined) {
          if (check.no(f, p + '.eventDetails.cartItems', 'is required')) return false
        } else {
          if (Array.isArray(a9)) {
            for (let a10 = 0; a10 < a9.length; a10++) {
              const a11 = a9[a10]
              if (!isOrderLine(a11, f, f && p + '.eventDetails.cartItems[' + a10 + ']'))
                return false
            }
          } else if (check.no(f, p + '.eventDetails.cartItems', 'must be an array')) return false
        }
        for (const a12 of Object.keys(a6)) {
          if (a12 !== 'eventType' && a12 !== 'page' && a12 !== 'cartItems') {
            if (check.no(f, p + '.eventDetails.' + a12, 'is not allowed')) return false
          }
        }
      } else if (check.no(f, p + '.eventDetails', 'must be an object')) return false
    }
    for (const a14 of Object.keys(v)) {
      if (!namesInviteViewedData.has(a14)) {
        if (check.no(f, p + '.' + a14, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isInviteRedeemedEvent(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['event']
    if (a1 === undefined) {
      if (check.no(f, p + '.event', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!(a1 === 'invite.redeemed') && check.no(f, p + '.event', 'must be "invite.redeemed"'))
          return false
      } else if (check.no(f, p + '.event', 'must be a string')) return false
    }
    const a2 = v['data']
    if (a2 === undefined) {
      if (check.no(f, p + '.data', 'is required')) return false
    } else {
      if (!isInviteRedeemedData(a2, f, f && p + '.data')) return false
    }
    for (const a3 of Object.keys(v)) {
      if (a3 !== 'event' && a3 !== 'data') {
        if (check.no(f, p + '.' + a3, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isInviteRedeemedData(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['inviteId']
    if (a1 === undefined) {
      if (check.no(f, p + '.inviteId', 'is required')) return false
    } else {
      if (!(typeof a1 === 'string') && check.no(f, p + '.inviteId', 'must be a string'))
        return false
    }
    const a2 = v['inviteNumber']
    if (a2 === undefined) {
      if (check.no(f, p + '.inviteNumber', 'is required')) return false
    } else {
      if (
        !(typeof a2 === 'string' || a2 === null) &&
        check.no(f, p + '.inviteNumber', 'must be a string')
      )
        return false
    }
    const a3 = v['email']
    if (a3 === undefined) {
      if (check.no(f, p + '.email', 'is required')) return false
    } else {
      if (!(typeof a3 === 'string' || a3 === null) && check.no(f, p + '.email', 'must be a string'))
        return false
    }
    const a4 = v['campaignId']
    if (a4 === undefined) {
      if (check.no(f, p + '.campaignId', 'is required')) return false
    } else {
      if (!(typeof a4 === 'string') && check.no(f, p + '.campaignId', 'must be a string'))
        return false
    }
    const a5 = v['campaignTitle']
    if (a5 === undefined) {
      if (check.no(f, p + '.campaignTitle', 'is required')) return false
    } else {
      if (typeof a5 === 'string' || a5 === null) {
        if (!(a5 === null) && check.no(f, p + '.campaignTitle', 'must be null')) return false
      } else if (check.no(f, p + '.campaignTitle', 'must be a string')) return false
    }
    const a6 = v['eventDetails']
    if (a6 === undefined) {
      if (check.no(f, p + '.eventDetails', 'is required')) return false
    } else {
      if (check.isObject(a6)) {
        const a7 = a6['eventType']
        if (a7 === undefined) {
          if (check.no(f, p + '.eventDetails.eventType', 'is required')) return false
        } else {
          if (typeof a7 === 'string') {
            if (
              !(a7 === 'ORDER_COMPLETE') &&
              check.no(f, p + '.eventDetails.eventType', 'must be "ORDER_COMPLETE"')
            )
              return false
          } else if (check.no(f, p + '.eventDetails.eventType', 'must be a string')) return false
        }
        const a8 = a6['cartItems']
        if (a8 !== undefined) {
          if (Array.isArray(a8)) {
            for (let a9 = 0; a9 < a8.length; a9++) {
              const a10 = a8[a9]
              if (!isOrderLine(a10, f, f && p + '.eventDetails.cartItems[' + a9 + ']')) return false
            }
          } else if (check.no(f, p + '.eventDetails.cartItems', 'must be an array')) return false
        }
        for (const a11 of Object.keys(a6)) {
          if (a11 !== 'eventType' && a11 !== 'cartItems') {
            if (check.no(f, p + '.eventDetails.' + a11, 'is not allowed')) return false
          }
        }
      } else if (check.no(f, p + '.eventDetails', 'must be an object')) return false
    }
    for (const a13 of Object.keys(v)) {
      if (!namesInviteViewedData.has(a13)) {
        if (check.no(f, p + '.' + a13, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isWebhookTestEvent(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['event']
    if (a1 === undefined) {
      if (check.no(f, p + '.event', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (!(a1 === 'webhook.test') && check.no(f, p + '.event', 'must be "webhook.test"'))
          return false
      } else if (check.no(f, p + '.event', 'must be a string')) return false
    }
    const a2 = v['data']
    if (a2 === undefined) {
      if (check.no(f, p + '.data', 'is required')) return false
    } else {
      if (!isWebhookTestData(a2, f, f && p + '.data')) return false
    }
    for (const a3 of Object.keys(v)) {
      if (a3 !== 'event' && a3 !== 'data') {
        if (check.no(f, p + '.' + a3, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}

export function isWebhookTestData(v: unknown, f?: check.Failure[], p = ''): boolean {
  if (check.isObject(v)) {
    const a1 = v['message']
    if (a1 === undefined) {
      if (check.no(f, p + '.message', 'is required')) return false
    } else {
      if (typeof a1 === 'string') {
        if (
          !(a1 === 'Your webhook endpoint is configured correctly.') &&
          check.no(f, p + '.message', 'must be "Your webhook endpoint is configured correctly."')
        )
          return false
      } else if (check.no(f, p + '.message', 'must be a string')) return false
    }
    const a2 = v['timestamp']
    if (a2 === undefined) {
      if (check.no(f, p + '.timestamp', 'is required')) return false
    } else {
      if (!(typeof a2 === 'string') && check.no(f, p + '.timestamp', 'must be a string'))
        return false
    }
    for (const a3 of Object.keys(v)) {
      if (a3 !== 'message' && a3 !== 'timestamp') {
        if (check.no(f, p + '.' + a3, 'is not allowed')) return false
      }
    }
  } else if (check.no(f, p, 'must be an object')) return false
  return true
}
