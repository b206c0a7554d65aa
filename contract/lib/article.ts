/** Lowercases the first letter, except of abbreviations: 'bank name', 'UTM source'. */
export const lowerFirst = (text: string): string => (/^\p{Lu}(\p{Lu}|$)/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))

const isPlural = (noun: string) => /[^s]s$/.test(noun) && !/(us|is)$/.test(noun)
/** By sound: 'a user', 'a UTM source', 'an email', 'an ID'. */
const startsWithVowel = (noun: string) => /^[aeio]/i.test(noun) || /^u(?!ni|ser|sed|til|tm|rl)/i.test(noun)

/** An English noun as in 'Enter …': 'a name', 'an email', 'notes'. */
export function withArticle(noun: string): string {
  const word = lowerFirst(noun.trim())
  if (isPlural(word)) return word
  return `${startsWithVowel(word) ? 'an' : 'a'} ${word}`
}
