/** Languages of console, pages and mails; Arabic is right-to-left. Indonesian is an addition to the base contract's three. */
export const languages = ['en', 'id', 'tr', 'ar'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value)

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** Returns the first supported language that a browser accepts; default Indonesian. */
export function acceptedLanguage(header = ''): Language {
  const tags = header.slice(0, 200).toLowerCase().split(',')
  return tags.map((tag) => tag.trim().slice(0, 2)).find(isLanguage) ?? 'id'
}
