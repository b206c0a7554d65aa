/** Marks that nobody sees, such as soft hyphens and zero-width spaces: they split a word for a program and not for a reader. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/** What a reader sees of a text, in one spelling of each character. Every check of what is asked or said reads this. */
export const visibleText = (text: string): string => text.normalize('NFKC').replaceAll('\0', '').replace(unseen, '')
