/** What an alert says where a message has no words of its own, in the languages of the console. Page and worker. */
import type { MediaKind, MessageKind } from '#contract/parts/message-fields.ts'

type AlertTexts = Readonly<Record<MediaKind | 'message', string>>

const texts: Readonly<Record<'en' | 'id' | 'tr' | 'ar', AlertTexts>> = {
  en: { image: 'Picture', video: 'Video', audio: 'Voice message', document: 'Document', message: 'New message' },
  id: { image: 'Gambar', video: 'Video', audio: 'Pesan suara', document: 'Dokumen', message: 'Pesan baru' },
  tr: { image: 'Fotoğraf', video: 'Video', audio: 'Sesli mesaj', document: 'Belge', message: 'Yeni mesaj' },
  ar: { image: 'صورة', video: 'فيديو', audio: 'رسالة صوتية', document: 'مستند', message: 'رسالة جديدة' },
}

const isKnown = (language: string): language is keyof typeof texts => Object.hasOwn(texts, language)

export interface Alert {
  title: string
  body: string
  lang: string
}

/** Characters of a message that an alert shows. */
const maxLength = 300

/** The customer's name over the text; a picture or voice message is named in `language`, English when that is not known. */
export function alertText(name: string, text: string | null, kind: MessageKind, language: string): Alert {
  const lang = isKnown(language) ? language : 'en'
  const body = text?.trim() || texts[lang][kind === 'text' || kind === 'note' ? 'message' : kind]
  return { title: name, body: body.slice(0, maxLength), lang }
}

/** Held, shared, by every tab that shows this room to somebody: nobody is alerted for it. Page and worker ask for it. */
export const lookingLock = (room: string): string => `lapangan-looking-${room}`

/** Ties alerts of one room together: a newer one takes the place of the older. */
export const alertTag = (room: string): string => `room-${room}`

/** What an alert is about: a customer's room, a member's chat about a stock, or a lead whose form came in. */
export type AlertPlace = 'room' | 'question' | 'lead'

/** The screens that a click on an alert opens, and what follows to name what is opened. */
const screens: Readonly<Record<AlertPlace, readonly [path: string, opened: string]>> = {
  room: ['/chat-platform/list', '?room='],
  question: ['/tanya-saham/list', '?open='],
  lead: ['/leads', '/edit/'],
}

export const alertScreen = (place: AlertPlace): string => screens[place][0]

/** Path and search that show it. */
export const alertAddress = (place: AlertPlace, ref: string): string => screens[place].join('') + encodeURIComponent(ref)

export const isAlertPlace = (value: unknown): value is AlertPlace => Object.hasOwn(screens, String(value))

/** From the worker to a console: a click on an alert, and the push of the self-test. */
export type WorkerMessage = { type: 'open-alert'; place: AlertPlace; ref: string } | { type: 'push-test' }
