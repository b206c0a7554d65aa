/** Languages of the console; Arabic is right-to-left. Indonesian is an addition to the base contract's three. */
export const locales = ['en', 'id', 'tr', 'ar'] as const
export type Locale = (typeof locales)[number]

/** Native names. */
export const localeNames: Readonly<Record<Locale, string>> = { en: 'English', id: 'Bahasa Indonesia', tr: 'Türkçe', ar: 'العربية' }

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}
