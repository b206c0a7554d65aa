/** The words of notes in the reader's language: an entry for each, from the values that the server keeps. */
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDate } from '#console/kit/text/format.ts'
import { showPhone } from '#console/kit/text/phone.ts'
import { markValue } from '#contract/lib/value-parts.ts'
import { type NoteName, type NoteValues, noteNames } from '#contract/parts/message-fields.ts'

const textIn = (values: NoteValues, name: string): string => {
  const value = values[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function phoneIn(values: NoteValues, name: string): string {
  const phone = textIn(values, name)
  return phone && markValue(showPhone(phone))
}

/** '3:58' of seconds. */
const formatLength = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

function permissionWords(values: NoteValues): string | null {
  if (values.response === 'reject') return t('part.note.callsDeclined')
  if (values.response !== 'accept') return null
  const until = textIn(values, 'until')
  return until ? t('part.note.callsUntil', { at: formatDate(until) }) : t('part.note.callsForGood')
}

const calls = {
  connect: 'part.note.callOurs',
  ringing: 'part.note.callRings',
  accepted: 'part.note.callAccepted',
  rejected: 'part.note.callDeclined',
  missed: 'part.note.callNotAnswered',
} as const

const isCall = (what: string): what is keyof typeof calls => Object.hasOwn(calls, what)

/** Null where the values do not say enough. */
const notes: Readonly<Record<NoteName, (values: NoteValues) => string | null>> = {
  numberChanged(values) {
    const [from, to] = [phoneIn(values, 'from'), phoneIn(values, 'to')]
    return from && to ? t('part.note.numberChanged', { from, to }) : t('part.note.numberChangedOnly')
  },
  numberKnown(values) {
    const phone = phoneIn(values, 'phone')
    return phone ? t('part.note.numberKnown', { phone }) : t('part.note.numberKnownOnly')
  },
  numberShared(values) {
    const phone = phoneIn(values, 'phone')
    return phone ? t('part.note.numberShared', { phone }) : t('part.note.numberSharedOnly')
  },
  numberLost: () => t('part.note.numberLost'),
  anotherAccount: () => t('part.note.anotherAccount'),
  securityCode: () => t('part.note.securityCode'),
  openedChat: () => t('part.note.openedChat'),
  callPermission: permissionWords,
  callNow: () => t('part.note.callNow'),
  callAnswered: (values) =>
    typeof values.seconds === 'number' ? t('part.note.callAnswered', { length: markValue(formatLength(values.seconds)) }) : null,
  callOther(values) {
    const what = textIn(values, 'what')
    return isCall(what) ? t(calls[what]) : null
  },
  optOut: () => t('part.note.optOut'),
  optIn: () => t('part.note.optIn'),
  optInByUs: (values) => t('part.note.optInByUs', { name: textIn(values, 'name') }),
  reactedElsewhere(values) {
    const emoji = textIn(values, 'emoji')
    return emoji ? t('part.note.reactedElsewhere', { emoji }) : null
  },
  deletedElsewhere: () => t('part.note.deletedElsewhere'),
  pinned: () => t('part.note.pinned'),
  joined(values) {
    const by = textIn(values, 'by')
    return by ? t('part.note.joinedBy', { by }) : t('part.note.joined')
  },
  joinOffered: () => t('part.note.joinOffered'),
  parted(values) {
    const by = textIn(values, 'by')
    return by ? t('part.note.partedBy', { by }) : t('part.note.parted')
  },
}

const isNote = (of: string): of is NoteName => noteNames.some((name) => name === of)

/** Words of a note; its own English ones where this console does not know the note. */
export function noteWords({ note_of: of, values, content }: Pick<ShownMessage, 'note_of' | 'values' | 'content'>): string {
  return (of && isNote(of) && notes[of](values ?? {})) || content || ''
}
