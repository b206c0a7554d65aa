/** Moments in words, in WIB, in every language; digits are the Latin ones of the rest of the product. */
import { directionOf, type Language } from '../choices/languages.ts'

const timeZone = 'Asia/Jakarta'
const formats = (locale: string) => ({
  day: new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  time: new Intl.DateTimeFormat('id-ID', { timeZone, hour: '2-digit', minute: '2-digit' }),
})
const written: Readonly<Record<Language, ReturnType<typeof formats>>> = {
  id: formats('id-ID'),
  en: formats('en-GB'),
  tr: formats('tr-TR'),
  ar: formats('ar-u-nu-latn-ca-gregory'),
}

/** A clock as it is read from left to right, also within Arabic. */
const clock = (language: Language, text: string) => (directionOf(language) === 'rtl' ? `\u2066${text} WIB\u2069` : `${text} WIB`)
const comma = (language: Language) => (language === 'ar' ? '،' : ',')

export function momentText(language: Language, moment: string): string {
  const { day, time } = written[language]
  const at = new Date(moment)
  return `${day.format(at)}${comma(language)} ${clock(language, time.format(at))}`
}

/** From a moment to another; the second day only where it differs. */
export function spanText(language: Language, start: string, end: string): string {
  const { day, time } = written[language]
  const [from, to] = [new Date(start), new Date(end)]
  const days = [day.format(from), day.format(to)]
  if (days[0] === days[1]) return `${days[0]}${comma(language)} ${clock(language, `${time.format(from)}–${time.format(to)}`)}`
  return `${days[0]}${comma(language)} ${time.format(from)} – ${momentText(language, end)}`
}
