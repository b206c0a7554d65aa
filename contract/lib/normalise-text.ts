/** Unicode normalisation of texts from outside, in linear time. */

/** More marks on one letter than any language has: engines sort them in quadratic time (Unicode Annex 15, stream-safe text). */
const excessMarks = /(\p{M}{30})\p{M}+/gu

/** Returns the text normalised, with 30 marks on a letter at most. */
export const normaliseText = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(excessMarks, '$1').normalize(form)
