/** What an alert says where a message has no words of its own, in the languages of the console. Page and worker. */
import { toRecord } from '#contract/kit/field/guards.ts'
import { isolateValues } from '#contract/lib/value-parts.ts'
import type { MediaKind, MessageKind } from '#contract/parts/message-fields.ts'

type AlertTexts = Readonly<Record<MediaKind | 'message' | 'reply' | 'read' | 'notKept', string>>

const texts: Readonly<Record<'en' | 'id' | 'tr' | 'ar', AlertTexts>> = {
  en: {
    image: 'Picture',
    video: 'Video',
    audio: 'Voice message',
    document: 'Document',
    message: 'New message',
    reply: 'Reply',
    read: 'Mark as read',
    notKept: 'Not sent. This device could not keep it.',
  },
  id: {
    image: 'Gambar',
    video: 'Video',
    audio: 'Pesan suara',
    document: 'Dokumen',
    message: 'Pesan baru',
    reply: 'Balas',
    read: 'Tandai sudah dibaca',
    notKept: 'Belum terkirim. Perangkat ini tidak dapat menyimpannya.',
  },
  tr: {
    image: 'Fotoğraf',
    video: 'Video',
    audio: 'Sesli mesaj',
    document: 'Belge',
    message: 'Yeni mesaj',
    reply: 'Yanıtla',
    read: 'Okundu olarak işaretle',
    notKept: 'Gönderilmedi. Bu cihaz onu saklayamadı.',
  },
  ar: {
    image: 'صورة',
    video: 'فيديو',
    audio: 'رسالة صوتية',
    document: 'مستند',
    message: 'رسالة جديدة',
    reply: 'رد',
    read: 'وضع علامة مقروء',
    notKept: 'لم تُرسل. لم يتمكن هذا الجهاز من حفظها.',
  },
}

const isKnown = (language: string): language is keyof typeof texts => Object.hasOwn(texts, language)

export interface Alert {
  title: string
  body: string
  lang: string
  /** Of the words, which may be in another language than the console. */
  dir: 'ltr' | 'rtl'
}

const firstLetter = /\p{L}/u
const isRightToLeft = (letter: string): boolean =>
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u.test(letter)

/** Direction of the first letter, as a browser finds it for `dir=auto`; that of `language` where there is none. */
export function directionOfText(text: string, language: string): 'ltr' | 'rtl' {
  const [letter] = firstLetter.exec(text) ?? []
  return (letter === undefined ? language === 'ar' : isRightToLeft(letter)) ? 'rtl' : 'ltr'
}

/** Characters of a message that an alert shows. */
const maxLength = 300

/** The customer's name over the text; a picture or voice message is named in `language`, English when that is not known. */
export function alertText(name: string, text: string | null, kind: MessageKind, language: string): Alert {
  const lang = isKnown(language) ? language : 'en'
  const body = (text?.trim() || texts[lang][kind === 'text' || kind === 'note' ? 'message' : kind]).slice(0, maxLength)
  return { title: isolateValues(name), body: isolateValues(body), lang, dir: directionOfText(body, lang) }
}

/** A reply that was typed into an alert and is not sent: its words stay in sight. */
export const notKeptText = (name: string, reply: string, language: string): Alert => {
  const lang = isKnown(language) ? language : 'en'
  return {
    title: isolateValues(name),
    body: `${isolateValues(reply)}\n${texts[lang].notKept}`,
    lang,
    dir: directionOfText(reply, lang),
  }
}

/** What a press on an alert may do without opening the console. */
export type AlertAction = 'reply' | 'read'

/** TypeScript's library has no notification with buttons, and no browser's but Chromium's takes text. */
export interface AlertButton {
  action: AlertAction
  title: string
  type?: 'text'
}

/** Buttons of a room's alert: 'Reply' with a field where this browser has one, and 'Mark as read'. */
export function alertButtons(language: string): AlertButton[] {
  const { reply, read } = texts[isKnown(language) ? language : 'en']
  // Known in a worker alone: the push adds it to an alert that a page has shown.
  const event: unknown = Reflect.get(globalThis, 'NotificationEvent')
  const takesText = typeof event === 'function' && 'reply' in toRecord(event.prototype)
  return [...(takesText ? [{ action: 'reply', title: reply, type: 'text' } as const] : []), { action: 'read', title: read }]
}

/** Held, shared, by every tab that shows this room to somebody: nobody is alerted for it. Page and worker ask for it. */
export const lookingLock = (room: string): string => `lapangan-looking-${room}`

/** Held, shared, by every tab that receives messages by itself; one that starts, or has no connection, alerts nobody. */
export const alertingLock = 'lapangan-alerting'

/** Ties alerts of one room together: a newer one takes the place of the older. */
export const alertTag = (room: string): string => `room-${room}`

/** What an alert is about: a customer's room, a member's chat about a stock, a lead whose form came in, WhatsApp's own news, or a held broadcast. */
export type AlertPlace = 'room' | 'question' | 'lead' | 'channel' | 'broadcast'

/** The screens that a click on an alert opens, and what follows to name what is opened. */
const screens: Readonly<Record<AlertPlace, readonly [path: string, opened: string]>> = {
  room: ['/chat-platform/list', '?room='],
  question: ['/tanya-saham/list', '?open='],
  lead: ['/leads', '/edit/'],
  channel: ['/whatsapp-number/states/list', '#'],
  broadcast: ['/chat-platform/list', '?broadcast='],
}

export const alertScreen = (place: AlertPlace): string => screens[place][0]

/** Path and search that show it. */
export const alertAddress = (place: AlertPlace, ref: string): string => screens[place].join('') + encodeURIComponent(ref)

export const isAlertPlace = (value: unknown): value is AlertPlace => Object.hasOwn(screens, String(value))

/** What stands in an alert, for a press on it. */
export interface AlertData {
  place: AlertPlace
  ref: string
  /** Of a customer's message, for a person who may answer. */
  answer?: {
    /** Ref of the person whose alert it is. */
    owner: string
    /** Ref of the newest message shown. */
    message: string
  }
}

/** From the worker to a console: a click on an alert, an alert that is shown, a change that waits, and the push of the self-test. */
export type WorkerMessage =
  | { type: 'open-alert'; place: AlertPlace; ref: string }
  | { type: 'alert-shown'; ref: string }
  | { type: 'outbox-grew' }
  | { type: 'push-test' }
