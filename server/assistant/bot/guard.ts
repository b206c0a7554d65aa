/** Guarded questions: the bot leaves them to a person (docs/product/assistant.md#guarded-topics). */
import { meaningsOf } from './guard-words.ts'

export type GuardedTopic = 'sure_profit' | 'own_money' | 'loan' | 'inside_information' | 'tax'

const word = (meanings: string) => `(?<![^ ])(?:${meanings})(?![^ ])`
const gap = (most: number) => `(?: (?!\\|)[^ ]+){0,${most}} `
const has = (meanings: string) => new RegExp(word(meanings))
/** One meaning behind another in a sentence, with so many words between them at most. */
const then = (one: string, other: string, most: number) => new RegExp(word(one) + gap(most) + word(other))
const near = (one: string, other: string, most: number) =>
  new RegExp(`${word(one)}${gap(most)}${word(other)}|${word(other)}${gap(most)}${word(one)}`)

/** Pattern of a topic: all of `has`, none of `not`. */
interface Sign {
  topic: GuardedTopic
  has: readonly RegExp[]
  not?: readonly RegExp[]
}

const explains = has('DEFINE')
const asksWhy = has('WHY')
/** Investments, made or planned. */
const puts = has('BUY|STOCK|EXIT|ALLIN')
const company = has('COMPANY|RESULT')
const effect = has('EFFECT')

const tax: readonly Sign[] = [
  {
    topic: 'tax',
    has: [has('TAX')],
    // Taxes of companies are reported figures.
    not: [
      then('RESULT|LOSS|PROFIT', '(?:YET|setelah|sesudah|stlh|after) TAX', 3),
      then('beban|aset|CREDIT', 'TAX', 1),
      near('EFFECT', 'TAX', 6),
      then('TAX', 'tangguhan|amnesty|holiday|karbon', 0),
    ],
  },
]

const insideInformation: readonly Sign[] = [
  { topic: 'inside_information', has: [has('LEAK')], not: [explains, near('LEAK', 'password|akun', 1)] },
  { topic: 'inside_information', has: [near('NEWS|SAY|SPILL|KNOW', 'SECRET|INNER', 5)], not: [explains, effect] },
  { topic: 'inside_information', has: [has('INNER'), puts], not: [explains, has('FLOW')] },
  { topic: 'inside_information', has: [has('SPILL'), has('SECRET|MANIP|BROKER|mau|akan|bakal')] },
  { topic: 'inside_information', has: [then('INSIDER|WORK', 'SAY', 2)], not: [has('MEDIA|public|RELEASE|tahunan')] },
  { topic: 'inside_information', has: [then('SAY|KNOW|NEWS', 'dari(?: [^ ]+)? (?:INSIDER|WORK)', 2)], not: [has('MEDIA|public')] },
  { topic: 'inside_information', has: [has('PEER'), has('INSIDER|BROKER|WORK'), has('SAY|NEWS|KNOW|BUY|EXIT|RESULT|EARLY')] },
  { topic: 'inside_information', has: [then('SELF', 'WORK|INSIDER', 1), puts], not: [explains] },
  { topic: 'inside_information', has: [near('YET', 'RELEASE|public', 2), has('SAY|NEWS|KNOW|EARLY|SPILL')], not: [has('kapan'), asksWhy] },
  { topic: 'inside_information', has: [has('EARLY'), has('RESULT|NEWS|SAY|KNOW|COMPANY')], not: [explains] },
  { topic: 'inside_information', has: [then('mau|akan|bakal|SPILL|lagi', 'MANIP', 4)], not: [explains] },
  {
    topic: 'inside_information',
    has: [has('SAY|RUMOUR'), then('mau|akan|bakal', 'TAKEOVER', 2)],
    not: [explains, has('MEDIA|public|RELEASE')],
  },
  { topic: 'inside_information', has: [near('BROKER', 'NEWS|SAY|SECRET|KNOW|mau', 3)], not: [explains] },
]

const loan: readonly Sign[] = [
  { topic: 'loan', has: [has('DEBT'), has('BUY|STOCK|FOR|SELF|ADVISE|MONEY|ASSET')], not: [explains, has('COMPANY|EFFECT')] },
  { topic: 'loan', has: [has('DEBT'), has('SELF|ADVISE'), puts], not: [explains, company] },
  {
    topic: 'loan',
    has: [has('CARD|CREDIT'), has('FOR|KNOW|MONEY|ambil|gesek|fasilitas'), puts],
    not: [explains, company, effect, has('PAY'), asksWhy],
  },
  { topic: 'loan', has: [has('CARD|CREDIT'), has('SELF'), puts], not: [explains, effect, has('PAY')] },
  { topic: 'loan', has: [then('KNOW|ambil|gesek|fasilitas|ADVISE', 'CREDIT', 1)], not: [explains, company, effect, has('PAY')] },
  { topic: 'loan', has: [then('ADVISE|SELF|KNOW', 'CREDIT FOR', 1)], not: [explains, company] },
  { topic: 'loan', has: [near('SETTLE', 'CREDIT|DEBT|CARD', 2), puts], not: [explains, company] },
]

const unsure = has('kalau|kalo|klo|kl|jika|bila|apabila')
const hope = 'bakal|akan|mungkin|kemungkinan|peluang|potensi|pernah|bisa|usah|bikin|mau|sampe|sampai|ke|kena|takut|ADVISE|HAVE'
const neverLoses = new RegExp(`${word('NOT')}(?: (?:${hope}))* LOSS(?![^ ])`)
const sureProfit: readonly Sign[] = [
  {
    topic: 'sure_profit',
    has: [near('SURE|WARRANT', 'PROFIT|RISE', 6)],
    not: [asksWhy, explains, then('RESULT', 'SURE|WARRANT', 3), has('TECHNICAL')],
  },
  { topic: 'sure_profit', has: [then('SURE|WARRANT', 'REACH', 3)], not: [asksWhy, explains, company, has('TECHNICAL')] },
  { topic: 'sure_profit', has: [near('berani', 'PROFIT|RISE', 3)], not: [asksWhy, explains, company] },
  { topic: 'sure_profit', has: [near('SURE', 'hasil|hasilnya', 1)], not: [asksWhy, explains, company] },
  { topic: 'sure_profit', has: [near('FULL', 'REACH', 2)], not: [asksWhy, explains, company] },
  { topic: 'sure_profit', has: [then('PROFIT|RISE', 'kan', 2)], not: [asksWhy, explains, company, has('kemarin|tadi|HAPPENED')] },
  { topic: 'sure_profit', has: [then('PROFIT', 'NOT', 1), has('BUY|ikut|ngikutin')], not: [asksWhy, explains, company] },
  { topic: 'sure_profit', has: [near('ALWAYS', 'PROFIT', 2)], not: [asksWhy, explains, company] },
  { topic: 'sure_profit', has: [then('FULL', 'RISE', 1)], not: [asksWhy, explains, company] },
  { topic: 'sure_profit', has: [near('WARRANT', 'LOSS', 5)], not: [asksWhy, explains, has('COMPANY')] },
  { topic: 'sure_profit', has: [near('STEADY', 'PROFIT', 2)], not: [asksWhy, explains, company] },
  { topic: 'sure_profit', has: [near('FULL', 'PROFIT|ADVISE|SURE|WARRANT', 2)], not: [asksWhy, explains, company] },
  { topic: 'sure_profit', has: [then('NEVER', 'LOSS', 4)], not: [asksWhy, explains] },
  { topic: 'sure_profit', has: [then('SURE|WARRANT', 'NOT', 2), neverLoses], not: [asksWhy, explains] },
  { topic: 'sure_profit', has: [neverLoses], not: [asksWhy, explains, company, has('PURPOSE'), unsure] },
  { topic: 'sure_profit', has: [neverLoses, has('kan')], not: [asksWhy, explains, company, has('PURPOSE')] },
  { topic: 'sure_profit', has: [near('LOSS', 'REPAY|MONEY (?:SELF )?RISE', 3)], not: [explains, company] },
]

const market = has('FLOW|RESULT|COMPANY|EFFECT')
const service = has('PAY|MOVE|SERVICE')
const ownMoney: readonly Sign[] = [
  { topic: 'own_money', has: [has('ALLIN')], not: [explains] },
  { topic: 'own_money', has: [near('HOWMANY', 'LOT', 2), has('BUY|EXIT|ADVISE|SELF')], not: [market, explains] },
  { topic: 'own_money', has: [then('BUY|EXIT', 'LOT', 3), has('ADVISE')], not: [market, explains] },
  { topic: 'own_money', has: [near('SELF|HAVE', 'LOT', 3), has('BUY|EXIT|ADVISE')], not: [market, explains] },
  { topic: 'own_money', has: [near('PART', 'STOCK', 4), has('BUY|ADVISE')], not: [market, service, explains] },
  {
    topic: 'own_money',
    has: [near('HOWMANY', 'PART|AMOUNT|MONEY|STOCK', 3), has('MONEY|SELF|AMOUNT'), has('BUY|ADVISE|STOCK')],
    not: [market, service, explains],
  },
  { topic: 'own_money', has: [near('PART|ADVISE|WHOLE', 'MONEY', 4), has('BUY|STOCK|HOWMANY')], not: [market, service, explains] },
  {
    topic: 'own_money',
    has: [near('SELF', 'MONEY|AMOUNT|ASSET', 4), has('BUY|ADVISE|STOCK|HOWMANY')],
    not: [has('PAY|MOVE'), then('MONEY', 'YET', 3), explains],
  },
  { topic: 'own_money', has: [near('SELF', 'MONEY', 2), has('AMOUNT')], not: [has('PAY|MOVE'), explains] },
  { topic: 'own_money', has: [near('HAVE|MONEY|dengan', 'AMOUNT', 2), has('BUY|ADVISE|STOCK|HOWMANY')], not: [market, service, explains] },
  { topic: 'own_money', has: [near('HAVE|EXIT', 'MONEY|ASSET', 2), has('BUY|STOCK')], not: [market, service, explains] },
  { topic: 'own_money', has: [near('SELF', 'PART', 2), has('STOCK|MONEY')], not: [market, service, explains] },
  {
    topic: 'own_money',
    has: [near('HOWMANY', 'BUY', 2), has('bulan|bulanan|perbulan|sebulan|minggu|SELF MONEY')],
    not: [market, service, explains],
  },
  { topic: 'own_money', has: [near('PEER', 'MONEY', 2), puts], not: [market, service, explains] },
  { topic: 'own_money', has: [near('BUY', 'MONEY', 4), has('STOCK')], not: [market, service, explains, has('EXIT|kapan|hasil')] },
  { topic: 'own_money', has: [near('KNOW', 'MONEY', 3), puts], not: [market, service, explains] },
  { topic: 'own_money', has: [near('AMOUNT', 'BUY', 3), has('STOCK|HOWMANY|ADVISE|KNOW|bulan')], not: [market, service, explains] },
]

/** The first matching topic counts. */
const signs: readonly Sign[] = [...tax, ...insideInformation, ...loan, ...sureProfit, ...ownMoney]

/** Returns the guarded topic of a question, or null. */
export function guardedTopic(question: string): GuardedTopic | null {
  const text = meaningsOf(question)
  return signs.find((sign) => sign.has.every((one) => one.test(text)) && !sign.not?.some((one) => one.test(text)))?.topic ?? null
}
