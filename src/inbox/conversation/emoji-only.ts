import { emojiSign } from '#contract/lib/emoji.ts'

const few = new RegExp(String.raw`^\s*(?:${emojiSign}\s*){1,3}$`, 'u')
/** Length of three of the longest. */
const max = 60

/** Whether a text is one to three emoji only: these are shown large. */
export const isEmojiOnly = (text: string): boolean => text.length <= max && few.test(text)
