/** Flags, keycaps, and pictures with what may follow them: variation, skin, and others joined to them. */
const sign = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*)`
const few = new RegExp(String.raw`^\s*(?:${sign}\s*){1,3}$`, 'u')
/** As long as three of the longest are. */
const max = 60

/** One to three emoji and nothing else: they are shown large, as a gesture is meant. */
export const isEmojiOnly = (text: string): boolean => text.length <= max && few.test(text)
