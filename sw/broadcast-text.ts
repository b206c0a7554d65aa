/** What an alert says of a broadcast that is held (docs/product/chat.md#broadcasts). */
import { type Alert, directionOfText } from '#console/data/outbox/store/alert-text.ts'

const texts = {
  en: 'The broadcast is held. Nothing more goes until somebody lets it go on.',
  id: 'Siaran ditahan. Tidak ada lagi yang terkirim sampai seseorang melanjutkannya.',
  tr: 'Toplu mesaj durduruldu. Biri devam ettirene kadar başka mesaj gönderilmez.',
  ar: 'تم تعليق الرسالة الجماعية. لن يُرسل شيء آخر حتى يستأنفها أحد.',
}

const isKnown = (language: string): language is keyof typeof texts => Object.hasOwn(texts, language)

/** By the name of its template; English where the language is not known. */
export function heldText(template: string, language: string): Alert {
  const lang = isKnown(language) ? language : 'en'
  const body = texts[lang]
  return { title: template, body, lang, dir: directionOfText(body, lang) }
}
