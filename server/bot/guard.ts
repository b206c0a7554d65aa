/** Questions that a person has to answer: on these the bot says nothing (rules of the stock desk, section 8). */

export type GuardedTopic = 'sure_profit' | 'own_money' | 'loan' | 'inside_information' | 'tax'

const topics: readonly (readonly [GuardedTopic, RegExp])[] = [
  [
    'sure_profit',
    /\b(pasti|dijamin|jaminan|garansi|guaranteed?|sure)\s+(untung|cuan|profit|naik|balik modal)\b|\b(untung|cuan|profit)\s+(pasti|dijamin|terjamin)\b/,
  ],
  [
    'own_money',
    /\b(uang|dana|modal|tabungan|gaji|duit|portofolio)\s+(saya|aku|gue|ku)\b|\b(berapa|seberapa)\s+(banyak\s+)?(uang|dana|modal|lot)\s+(yang\s+)?(harus|sebaiknya|perlu)\b|\ball[ -]?in\b/,
  ],
  ['loan', /\b(pinjam(an)?|meminjam|utang|hutang|berutang|kredit|pinjol|margin loan|loan)\b/],
  ['inside_information', /\b(orang dalam|info(rmasi)? dalam|insider|bocoran|rahasia (emiten|perusahaan))\b/],
  ['tax', /\b(pajak|spt|npwp|pph|tax(es)?)\b/],
]

/** The topic that keeps the bot from a question; null for none. */
export function guardedTopic(question: string): GuardedTopic | null {
  const text = question.normalize('NFKC').toLowerCase().slice(0, 10_000).replace(/\s+/g, ' ')
  return topics.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

const link = /\b(?:https?|ftp|javascript|data|mailto):|\bwww\.|!\[|\]\(|<[a-z!/]/i
/** What speaks to a program and not to a reader, in the languages that documents are written in. */
const order =
  /\b(?:abaikan|lupakan|hiraukan|ignore|disregard|forget|override)\b.{0,60}\b(?:aturan|instruksi|perintah|arahan|petunjuk|instructions?|rules?|prompts?)\b|\b(?:system|developer) prompt\b/i

/** Whether the bot may say this, wherever it stands: no link, picture or HTML, no sure profit, and nothing that gives orders to a program. */
export const maySay = (text: string): boolean => !link.test(text) && !order.test(text) && guardedTopic(text) !== 'sure_profit'
