/** Lowercases the first letter, except of abbreviations: 'bank name', 'UTM source'. */
export const lowerFirst = (text: string): string => (/^\p{Lu}(\p{Lu}|$)/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))

/** The noun before what says more of it: 'hours' of 'hours before the start'. */
const headOf = (noun: string) =>
  noun.split(/ (?:before|after|of|in|for|per|from|to|at|on|with|without|until) /, 1)[0]?.split(/ (?:before|after)$/, 1)[0] ?? noun
const isPlural = (noun: string) => /[^s]s$/.test(headOf(noun)) && !/(us|is)$/.test(headOf(noun))
/** By sound: 'a user', 'a UTM source', 'an email', 'an ID'. */
const startsWithVowel = (noun: string) => /^(?:[aeio]|hour|honest)/i.test(noun) || /^u(?!ni|ser|sed|til|tm|rl)/i.test(noun)

/** An English noun as in 'Enter …': 'a name', 'an email', 'notes'. */
export function withArticle(noun: string): string {
  const word = lowerFirst(noun.trim())
  if (isPlural(word)) return word
  return `${startsWithVowel(word) ? 'an' : 'a'} ${word}`
}
