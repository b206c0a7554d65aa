/** What somebody entered in the form of a landing page. */
import { email, type Fields, phone, text, textarea } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { controlCharacter } from '#contract/lib/patterns.ts'
import type { Entered } from '#contract/pages/form-fields.ts'
import { readEntered } from '#contract/pages/read-entered.ts'

export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign'] as const
export type Utm = Readonly<Partial<Record<(typeof utmNames)[number], string>>>

export const maxUtm = 80

/** What the page's address says of where somebody came from: cut, and without what a text may not hold. */
export function readUtm(textOf: (name: string) => string | undefined): Utm {
  const entries = utmNames.flatMap((name) => {
    const characters = [...(textOf(name) ?? '').slice(0, 400)].filter(
      (sign) => sign !== '<' && sign !== '>' && !controlCharacter.test(sign),
    )
    const value = characters.join('').trim().slice(0, maxUtm)
    return value ? [[name, value] as const] : []
  })
  return Object.fromEntries(entries)
}

const always = { name: text({ required: true, max: 120 }), phone: phone({ required: true }) } as const satisfies Fields
const further: Fields = { email: email({ max: 160 }), city: text({ max: 80 }), notes: textarea({ max: 1_000 }) }

export interface Person {
  name: string
  phone: string
  email: string
  city: string
  notes: string
}

/** Returns the person, or codes of problems by field. Fields that the form does not have are not read. */
export function readPerson(entered: Entered, formFields: readonly string[]): { person: Person } | { problems: Map<string, string> } {
  const fields: Fields = { ...always, ...Object.fromEntries(Object.entries(further).filter(([name]) => formFields.includes(name))) }
  const read = readEntered(fields, entered, ['name', 'city'])
  if ('problems' in read) return read
  const textOf = (name: string) => toText(read.value[name])
  return {
    person: { name: textOf('name'), phone: textOf('phone'), email: textOf('email'), city: textOf('city'), notes: textOf('notes') },
  }
}
