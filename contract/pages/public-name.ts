/** Names that strangers give: our own mails, lists and alerts show them (docs/product/forms.md#names-from-the-public). */

import { normaliseText } from '../lib/normalise-text.ts'

/** Signs without a picture: of direction, of no width, soft hyphens, blanks, tags. Joiners stay, because some scripts need them. */
const hiddenSigns =
  /\u034f|\u2800|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180f|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu

/** Without what nobody sees, which could turn a text around or hide a part of it. */
export const withoutHiddenSigns = (text: string): string => text.replace(hiddenSigns, '')

/** Whether a text shows anything: marks and joiners alone do not. */
export const isSeen = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** Ends of domains that spam uses. Others end titles and initials: 'S.Si', 'M.Ag', 'Dr.Me'. */
const ends =
  'com|net|org|info|biz|xyz|online|site|store|shop|club|link|live|click|top|vip|win|fun|icu|pro|app|dev|page|web|blog|news|tech|space|website|asia|ac|cc|ch|cn|co|de|eu|fr|gg|gl|go|gov|id|in|io|jp|ly|me|my|nl|ru|sh|su|tk|to|tv|uk|us|vn|ws|bet|casino|poker|bingo|lol|sbs|cfd|cyou|bond|mom|rest|today|world|life|game|games|group|agency|digital|money|cash|pw|cam|quest|monster|buzz|skin|pics|help|cloud|host|city|zone|wiki|ink|рф'
/** Letters of any script, because a name of Cyrillic ones looks like another of Latin ones. */
const domain = new RegExp(`(?:[\\p{L}\\p{N}][\\p{L}\\p{N}-]|[^\\p{ASCII}])\\.(?:xn--[a-z0-9-]{1,59}|${ends})(?![\\p{L}\\p{N}])`, 'u')
/** 'slot88.anything': no name of a person ends in digits before a dot. */
const numbered = /[a-z]\d{1,6}\.[a-z]{2}/
const path = /[a-z0-9]\.[a-z]{2,63}\/[^\s]/
const numbers = /\d\.\d{1,3}\.\d{1,3}\.\d/

/** Whether a text names a website or a mailbox. Looks alike of dots, letters and joiners count as what they look like. */
export function hasAddress(text: string): boolean {
  const plain = normaliseText(text.slice(0, 2_000), 'NFKC')
    .replace(/\u200c|\u200d|[\ufe00-\ufe0f]/g, '')
    .replace(/[\u3002\uff61\u2024\ufe52\u06d4]/g, '.')
    .toLowerCase()
  return (
    plain.includes('://') ||
    plain.includes('@') ||
    /(?:^|[^a-z])www\./.test(plain) ||
    [domain, numbered, path, numbers].some((sign) => sign.test(plain))
  )
}
