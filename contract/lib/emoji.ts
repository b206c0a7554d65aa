/** Pattern of one emoji: a flag, a keycap, or a pictograph with variation selectors, skin tones and joined parts. For the flag `u`. */
export const emojiSign = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*)`

/** The longest has joined people and their skins. */
export const maxEmojiLength = 40

const one = new RegExp(`^${emojiSign}$`, 'u')

/** Whether a text is exactly one emoji, as a reaction is. */
export const isEmoji = (text: string): boolean => text.length <= maxEmojiLength && one.test(text)
