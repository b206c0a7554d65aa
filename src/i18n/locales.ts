/** Languages of the console are those of contract/choices/languages.ts. */
import { isLanguage, type Language, languages } from '#contract/choices/languages.ts'

export const locales = languages
export type Locale = Language
export const isLocale = isLanguage

/** Native names. */
export const localeNames: Readonly<Record<Locale, string>> = { en: 'English', id: 'Bahasa Indonesia', tr: 'Türkçe', ar: 'العربية' }
