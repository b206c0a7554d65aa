/** What to do about a message that WhatsApp could not pass on: an entry for each thing that it may have been. */
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'

/** Code of a file that WhatsApp could not fetch from the customer's phone. */
const fileLost = 131_052

const things = {
  poll: 'part.thing.poll',
  poll_creation: 'part.thing.poll',
  poll_update: 'part.thing.vote',
  gif: 'part.thing.gif',
  image: 'part.thing.image',
  video: 'part.thing.video',
  audio: 'part.thing.audio',
  document: 'part.thing.document',
  sticker: 'part.thing.sticker',
  link_preview: 'part.thing.link',
  list: 'part.thing.list',
  media_placeholder: 'part.thing.file',
  product: 'part.thing.product',
  order: 'part.thing.order',
  button: 'part.thing.button',
  interactive: 'part.thing.answer',
  hsm: 'part.thing.template',
  location: 'part.thing.location',
  group_invite: 'part.thing.group',
} as const

const whole = {
  edit: 'part.lost.edit',
  first: 'part.lost.first',
  value: 'part.lost.message',
  unknown: 'part.lost.unknown',
} as const

const isThing = (what: string): what is keyof typeof things => Object.hasOwn(things, what)
const isWhole = (what: string): what is keyof typeof whole => Object.hasOwn(whole, what)

/** Words of what could not be passed on; the stored English ones where this console does not know what it was. */
export function unreadableWords(what: string, code: number | null, content: ShownMessage['content']): string {
  if (code === fileLost && isThing(what)) return t('part.lost.file', { what: t(things[what]) })
  if (isThing(what)) return t('part.lost.thing', { what: t(things[what]) })
  if (!isWhole(what)) return content ?? ''
  // A kind that is new has its name in brackets before the words.
  const name = what === 'unknown' ? (/^\[[\w-]{1,40}\] /.exec(content ?? '')?.[0] ?? '') : ''
  return name + t(whole[what])
}
