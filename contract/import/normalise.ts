/** Texts of a file as the values of fields: phones in any spelling, Indonesian dates and numbers, words for choices. */
import type { Field } from '../kit/field/field.ts'
import { isMany, isNumeric } from '../kit/field/kind.ts'
import { parseDateText } from '../lib/date-text.ts'
import { normalisePhone } from '../lib/phone.ts'
import { headerKey } from './columns.ts'

/** '3.889.179.559', 'Rp 1.250.000,50', '1,250.5' and '42' as numbers; null where a text is none. */
export function parseNumberText(text: string): number | null {
  const plain = text.replace(/^rp\.?/i, '').replace(/\s/g, '')
  if (!/^-?\d[\d.,]*$/.test(plain)) return null
  const grouped = (group: string, decimal: string) => new RegExp(`^-?\\d{1,3}(?:\\${group}\\d{3})+(?:\\${decimal}\\d+)?$`).test(plain)
  // A single group of three is a thousand here, not a fraction: '1.250' is how Indonesia writes 1250.
  if (grouped('.', ',')) return Number(plain.replaceAll('.', '').replace(',', '.'))
  if (grouped(',', '.')) return Number(plain.replaceAll(',', ''))
  if (/^-?\d+(?:[.,]\d+)?$/.test(plain)) return Number(plain.replace(',', '.'))
  return null
}

/** A word as it is compared; a sign alone stands for itself. */
export const wordKey = (text: string): string => headerKey(text) || text.trim()

const spellings = (text: string): ReadonlySet<string> => new Set(text.split(' ').map(wordKey))
const yes = spellings('true yes ya y 1 aktif benar evet doğru نعم صحيح')
const no = spellings('false no tidak n 0 nonaktif salah hayır yanlış لا خطأ')

const unassigned = new Set(['0', '-', 'unassigned', 'belum ditugaskan', 'tidak ada', 'atanmamış', 'غير مُسند'].map(wordKey))

/** Whether a cell says in words that a record is nobody's. */
export const isUnassigned = (cell: string): boolean => unassigned.has(wordKey(cell))

/** What people write for the statuses of a lead, beside the values themselves. */
const choiceSpellings: Readonly<Record<string, string>> = {
  menggantung: 'hanging',
  gantung: 'hanging',
  baru: 'new',
  'lead baru': 'new',
  prospek: 'prospect',
  tertarik: 'prospect',
  ditolak: 'reject',
  tolak: 'reject',
  rejected: 'reject',
  batal: 'reject',
  closed: 'closing',
  deal: 'closing',
  'retensi baru': 'new retention',
  'retensi prospek': 'prospect retention',
  'retensi ditolak': 'reject retention',
  'retensi closing': 'closing retention',
  yeni: 'new',
  askıda: 'hanging',
  potansiyel: 'prospect',
  ret: 'reject',
  kapanış: 'closing',
  'yeni elde tutma': 'new retention',
  'potansiyel elde tutma': 'prospect retention',
  'ret elde tutma': 'reject retention',
  'kapanış elde tutma': 'closing retention',
  جديد: 'new',
  معلّق: 'hanging',
  مهتم: 'prospect',
  مرفوض: 'reject',
  مُغلق: 'closing',
  'استبقاء جديد': 'new retention',
  'استبقاء مهتم': 'prospect retention',
  'استبقاء مرفوض': 'reject retention',
  'استبقاء مُغلق': 'closing retention',
}
const valueBySpelling: ReadonlyMap<string, string> = new Map(
  Object.entries(choiceSpellings).map(([spelling, value]) => [wordKey(spelling), value]),
)

/** What people call the values of a field, by `wordKey`; null where a word stands for several of them. */
export type ChoiceWords = ReadonlyMap<string, string | number | null>

function choiceOf({ values = [] }: Field, text: string, words: ChoiceWords | undefined): string | number {
  const key = wordKey(text)
  const stored = values.find((each) => String(each) === text) ?? values.find((each) => wordKey(String(each)) === key)
  const meant = words?.get(key) ?? valueBySpelling.get(key)
  return stored ?? values.find((each) => each === meant) ?? text
}

function phoneOf(text: string): string {
  const found = normalisePhone(text)
  if (found) return found
  // Two numbers in one cell: the first that is one.
  const parts = text.split(/[/,;&]|\batau\b|\bor\b/i)
  return (parts.length > 1 ? parts.map((part) => normalisePhone(part.trim())).find((phone) => phone !== null) : undefined) ?? text
}

/**
 * A cell as a value of the field; a text that is none stays as it is, for validation to name. Undefined for an empty cell.
 * `words`: what the values of a choice are called beside what is stored.
 */
export function normaliseCell(field: Field, cell: string, words?: ChoiceWords): unknown {
  const text = cell.trim()
  if (text === '') return undefined
  if (isNumeric(field.kind)) return parseNumberText(text) ?? text
  if (isMany(field.kind)) {
    const entries = text.split(/[,;|\n]/).map((entry) => entry.trim())
    const filled = entries.filter((entry) => entry !== '')
    return [...new Set(field.kind === 'choices' ? filled.map((entry) => choiceOf(field, entry, words)) : filled)]
  }
  switch (field.kind) {
    case 'phone':
      return phoneOf(text)
    case 'email':
      return text.toLowerCase()
    case 'dateTime':
      return parseDateText(text) ?? text
    case 'date':
      return parseDateText(text)?.slice(0, 10) ?? text
    case 'choice':
      return choiceOf(field, text, words)
    case 'flag':
      return yes.has(wordKey(text)) ? true : no.has(wordKey(text)) ? false : text
    case 'richText':
    case 'textarea':
      return text.replace(/\r\n?/g, '\n')
    default:
      return text.replace(/\s+/g, ' ')
  }
}
