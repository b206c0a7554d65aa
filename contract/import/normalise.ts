/** Conversion of a file's texts to field values: phones, Indonesian dates and numbers, words of choices. */
import type { Field } from '../kit/field/field.ts'
import { isMany, isNumeric } from '../kit/field/kind.ts'
import { parseDateText } from '../lib/date-text.ts'
import { normalisePhone } from '../lib/phone.ts'
import { headerKey } from './columns.ts'

/** Parses '3.889.179.559', 'Rp 1.250.000,50', '1,250.5' and '42'; null if it is no number. */
export function parseNumberText(text: string): number | null {
  const plain = text.replace(/^rp\.?/i, '').replace(/\s/g, '')
  if (!/^-?\d[\d.,]*$/.test(plain)) return null
  const grouped = (group: string, decimal: string) => new RegExp(`^-?\\d{1,3}(?:\\${group}\\d{3})+(?:\\${decimal}\\d+)?$`).test(plain)
  // A single group of three is thousands, not a fraction: '1.250' is Indonesian for 1250.
  if (grouped('.', ',')) return Number(plain.replaceAll('.', '').replace(',', '.'))
  if (grouped(',', '.')) return Number(plain.replaceAll(',', ''))
  if (/^-?\d+(?:[.,]\d+)?$/.test(plain)) return Number(plain.replace(',', '.'))
  return null
}

/** Returns a word for comparison; a lone sign is kept. */
export const wordKey = (text: string): string => headerKey(text) || text.trim()

const spellings = (text: string): ReadonlySet<string> => new Set(text.split(' ').map(wordKey))
const yes = spellings('true yes ya y 1 aktif benar evet doğru نعم صحيح')
const no = spellings('false no tidak n 0 nonaktif salah hayır yanlış لا خطأ')

const unassigned = new Set(['0', '-', 'unassigned', 'belum ditugaskan', 'tidak ada', 'atanmamış', 'غير مُسند'].map(wordKey))

/** Whether a cell says that a record is unassigned. */
export const isUnassigned = (cell: string): boolean => unassigned.has(wordKey(cell))

/** Spellings of lead statuses, beside the values. */
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

/** Words of a field's values, by `wordKey`; null if ambiguous. */
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
  // Two numbers in one cell: the first valid one.
  const parts = text.split(/[/,;&]|\batau\b|\bor\b/i)
  return (parts.length > 1 ? parts.map((part) => normalisePhone(part.trim())).find((phone) => phone !== null) : undefined) ?? text
}

/**
 * Returns a cell as a value of the field; an invalid text is unchanged, for validation to report. Undefined for an empty cell. `words`:
 * names of a choice's values.
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
