import { normaliseText } from '#contract/lib/normalise-text.ts'

/** Invisible characters, such as soft hyphens and zero-width spaces: they split words for programs only. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/** Returns a text as readers see it, normalised. All checks of questions and answers use it. */
export const visibleText = (text: string): string => normaliseText(text, 'NFKC').replaceAll('\0', '').replace(unseen, '')
