/** Conversion of a file's texts to field values: phones, dates and numbers as people write them, words of choices. */
import type { Field } from '../kit/field/field.ts'
import { isMany, isNumeric } from '../kit/field/kind.ts'
import { isNothing } from './cell-marks.ts'
import { headerKey } from './columns.ts'
import { hasLostDigits } from './plain-text.ts'
import { readDate } from './read-date.ts'
import { readNumber } from './read-number.ts'
import { readPhone } from './read-phone.ts'

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
  // Of other products' exports.
  created: 'new',
  open: 'new',
  'not contacted': 'new',
  uncontacted: 'new',
  'open not contacted': 'new',
  assigned: 'new',
  'attempted to contact': 'hanging',
  attempted: 'hanging',
  'no response': 'hanging',
  'contact in future': 'hanging',
  'bad timing': 'hanging',
  recycled: 'hanging',
  'in progress': 'prospect',
  'in process': 'prospect',
  'open deal': 'prospect',
  working: 'prospect',
  'working contacted': 'prospect',
  contacted: 'prospect',
  connected: 'prospect',
  qualified: 'prospect',
  interested: 'prospect',
  proposition: 'prospect',
  unqualified: 'reject',
  disqualified: 'reject',
  dead: 'reject',
  lost: 'reject',
  'lost lead': 'reject',
  'junk lead': 'reject',
  'not interested': 'reject',
  'closed not converted': 'reject',
  won: 'closing',
  converted: 'closing',
  customer: 'closing',
  'closed converted': 'closing',
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

/** A cell as a value of a field. */
export interface ReadCell {
  /** Undefined for an empty cell; an unreadable text is unchanged, for validation to report. */
  value: unknown
  /** Code of a more exact reason than validation of the kind gives. */
  problem?: string
  /** Code of a doubt: the value is stored. */
  warning?: string
}

/** Marks of a list's entries: Google writes its own groups of contacts as '* myContacts'. */
const isSystemGroup = (entry: string) => entry.startsWith('*')

function readMany(field: Field, text: string, words: ChoiceWords | undefined): unknown[] {
  const entries = text.split(/[,;|\n]|:::/).map((entry) =>
    entry
      .trim()
      .replace(/^"([^"]*)"$/, '$1')
      .trim(),
  )
  const filled = entries.filter((entry) => entry !== '' && !isSystemGroup(entry))
  return [...new Set(field.kind === 'choices' ? filled.map((entry) => choiceOf(field, entry, words)) : filled)]
}

const unreadable = (text: string, problem: string): ReadCell =>
  problem === 'phone' || problem === 'number' ? { value: text } : { value: text, problem }

/** Reads a cell as the field would be typed. `words`: names of a choice's values. */
export function readCell(field: Field, cell: string, words?: ChoiceWords): ReadCell {
  const text = cell.trim()
  const isDistinct = ['phone', 'email', 'date', 'dateTime'].includes(field.kind)
  if (text === '' || (isDistinct && isNothing(text))) return { value: undefined }
  if (isNumeric(field.kind)) {
    const found = readNumber(text)
    return found.value === null ? unreadable(text, found.problem) : found
  }
  if (isMany(field.kind)) return { value: readMany(field, text, words) }
  switch (field.kind) {
    case 'phone': {
      const found = readPhone(text)
      return found.phone === null ? unreadable(text, found.problem) : { value: found.phone }
    }
    case 'digits':
      return { value: text, ...(hasLostDigits(text) && { problem: 'digits_lost' }) }
    case 'email':
      return { value: text.toLowerCase() }
    case 'dateTime':
    case 'date': {
      const found = readDate(text)
      if (found.value === null) return { value: text, ...(found.problem && { problem: found.problem }) }
      const value = field.kind === 'date' ? found.value.slice(0, 10) : found.value
      return { value, ...(found.warning && { warning: found.warning }) }
    }
    case 'choice':
      return { value: choiceOf(field, text, words) }
    case 'flag':
      return { value: yes.has(wordKey(text)) ? true : no.has(wordKey(text)) ? false : text }
    case 'richText':
    case 'textarea':
      return { value: text.replace(/\r\n?/g, '\n') }
    default:
      return { value: text.replace(/\s+/g, ' ') }
  }
}

/** Returns the value of a cell alone. */
export const normaliseCell = (field: Field, cell: string, words?: ChoiceWords): unknown => readCell(field, cell, words).value
