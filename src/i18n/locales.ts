/** Languages of the console are those of contract/choices/languages.ts. */
import { isLanguage, type Language, languages } from '#contract/choices/languages.ts'

export const locales = languages
export type Locale = Language
export const isLocale = isLanguage

/** By these numbers and dates are written; Arabic with Latin digits, as in account and phone numbers. */
export const localeTags: Readonly<Record<Locale, string>> = { en: 'en-GB', id: 'id-ID', tr: 'tr-TR', ar: 'ar-u-nu-latn' }

/** Native names. */
export const localeNames: Readonly<Record<Locale, string>> = { en: 'English', id: 'Bahasa Indonesia', tr: 'Türkçe', ar: 'العربية' }
