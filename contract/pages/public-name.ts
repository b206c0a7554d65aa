/** Names that strangers give: our own mails, lists and alerts show them (docs/product/forms.md#names-from-the-public). */

import { normaliseText } from '../lib/normalise-text.ts'

/** Signs without a picture: of direction, of no width, soft hyphens, tags. Joiners stay, because some scripts need them. */
const hiddenSigns =
  /\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180f|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu

/** Without what nobody sees, which could turn a text around or hide a part of it. */
export const withoutHiddenSigns = (text: string): string => text.replace(hiddenSigns, '')

/** Ends of domains that spam uses. Others end titles and initials: 'S.Si', 'M.Ag', 'Dr.Me'. */
const ends =
  'com|net|org|info|biz|xyz|online|site|store|shop|club|link|live|click|top|vip|win|fun|icu|pro|app|dev|page|web|blog|news|tech|space|website|asia|ac|cc|ch|cn|co|de|eu|fr|gg|gl|go|gov|id|in|io|jp|ly|me|my|nl|ru|sh|su|tk|to|tv|uk|us|vn|ws'
const domain = new RegExp(`[a-z0-9][a-z0-9-]\\.(?:xn--[a-z0-9-]{1,59}|${ends})(?![a-z0-9])`)
const path = /[a-z0-9]\.[a-z]{2,63}\/[^\s]/
const numbers = /\d\.\d{1,3}\.\d{1,3}\.\d/

/** Whether a text names a website or a mailbox. Looks alike of dots, letters and joiners count as what they look like. */
export function hasAddress(text: string): boolean {
  const plain = normaliseText(text.slice(0, 2_000), 'NFKC')
    .replace(/[\u200c\u200d]/g, '')
    .replace(/[\u3002\uff61\u2024\ufe52\u06d4]/g, '.')
    .toLowerCase()
  return (
    plain.includes('://') ||
    plain.includes('@') ||
    /(?:^|[^a-z])www\./.test(plain) ||
    [domain, path, numbers].some((sign) => sign.test(plain))
  )
}
