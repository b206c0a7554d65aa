/** Texts of a file as the values of fields: phones in any spelling, Indonesian dates and numbers, words for choices. */
import type { Field } from '../kit/field.ts'
import { isMany, isNumeric } from '../kit/kind.ts'
import { parseDateText } from '../lib/date-text.ts'
import { normalisePhone } from '../lib/phone.ts'

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

const yes = ['true', 'yes', 'ya', 'y', '1', 'aktif', 'benar']
const no = ['false', 'no', 'tidak', 'n', '0', 'nonaktif', 'salah']

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
}

function choiceOf(field: Field, text: string): unknown {
  const word = text.toLowerCase().replace(/[\s_-]+/g, ' ')
  const value = choiceSpellings[word] ?? word
  return field.values?.find((each) => String(each).toLowerCase() === value) ?? text
}

function phoneOf(text: string): string {
  const found = normalisePhone(text)
  if (found) return found
  // Two numbers in one cell: the first that is one.
  const parts = text.split(/[/,;&]|\batau\b|\bor\b/i)
  return (parts.length > 1 ? parts.map((part) => normalisePhone(part.trim())).find((phone) => phone !== null) : undefined) ?? text
}

/** A cell as a value of the field; a text that is none stays as it is, for validation to name. Undefined for an empty cell. */
export function normaliseCell(field: Field, cell: string): unknown {
  const text = cell.trim()
  if (text === '') return undefined
  if (isNumeric(field.kind)) return parseNumberText(text) ?? text
  if (isMany(field.kind)) {
    const entries = text.split(/[,;|\n]/).map((entry) => entry.trim())
    return [...new Set(entries.filter((entry) => entry !== ''))]
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
      return choiceOf(field, text)
    case 'flag':
      return yes.includes(text.toLowerCase()) ? true : no.includes(text.toLowerCase()) ? false : text
    case 'textarea':
      return text.replace(/\r\n?/g, '\n')
    default:
      return text.replace(/\s+/g, ' ')
  }
}
