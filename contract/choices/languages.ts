/** Languages of console, pages and mails; Arabic is right-to-left. Indonesian is an addition to the base contract's three. */
export const languages = ['en', 'id', 'tr', 'ar'] as const
export type Language = (typeof languages)[number]

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}
