/** Removes numbers of phones, accounts, cards and identity cards, and email addresses: never sent outside or searched for. */
import { visibleText } from './visible-text.ts'

/** Digits with usual separators. */
const run = /\(?\+?\d(?:[ .()-]{0,2}\d){5,39}/g
/** From the beginning of a word: a search from each of its letters takes too long. */
const mail = /(?<![^\s@])[^\s@]+@[^\s@]+/g
const amountBefore = /(?:\brp|\bidr|rupiah)\.?\s?$/i
const amountAfter = /^\s?(?:rupiah|lembar|lot|persen|%|ribu|rb|juta|jt|miliar|milyar|triliun|perak)(?!\p{L})/iu
const accountBefore =
  /\b(?:rek(?:ening)?|norek|va|virtual account|account|npwp|nik|ktp|kartu|gopay|ovo|shopeepay)(?:\s(?:nomor|no|nya|bank|\p{L}{2,10}))?[\s.:=-]{1,3}$/iu

const date = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[-.]\d{1,2}[-.]\d{4})$/
/** '09.00', or amounts like '20.971.520'. */
const timeOrAmount = /^(?:\d{1,2}\.\d{2}|[1-9]\d{0,2}(?:\.\d{3})+)$/

const isDatesOrAmounts = (text: string): boolean =>
  text
    .split(' ')
    .filter(Boolean)
    .every((piece) => date.test(piece) || piece.split('-').every((part) => timeOrAmount.test(part)))

function isPersonal(text: string, before: string, after: string): boolean {
  if (isDatesOrAmounts(text) || amountBefore.test(before) || amountAfter.test(after)) return false
  const { length } = text.replace(/\D/g, '')
  const isPhone = /^\(?(?:\+|0|62)/.test(text)
  return length >= (accountBefore.test(before) ? 6 : isPhone ? 9 : 10)
}

/** Returns the text with marks in their place: readable ones, or a space for search. */
export const withoutPersonal = (text: string, mark: '[nomor]' | ' ' = '[nomor]'): string =>
  visibleText(text)
    .replace(mail, mark === ' ' ? mark : '[email]')
    .replace(run, (found, at: number, whole: string) => {
      const end = at + found.length
      return isPersonal(found, whole.slice(Math.max(0, at - 40), at), whole.slice(end, end + 12)) ? mark : found
    })
