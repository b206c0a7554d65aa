/** Flags, keycaps, and pictographs with variation selectors, skin tones and joined parts. */
const sign = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*)`
const few = new RegExp(String.raw`^\s*(?:${sign}\s*){1,3}$`, 'u')
/** Length of three of the longest. */
const max = 60

/** Whether a text is one to three emoji only: these are shown large. */
export const isEmojiOnly = (text: string): boolean => text.length <= max && few.test(text)
