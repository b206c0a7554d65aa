/** Fills a section's form by the kind of each field. */
import type { Locator, Page } from '@playwright/test'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { fileOf } from '#tests/support/example.ts'

type Values = Readonly<Record<string, unknown>>

/** Formats an instant in Jakarta time for a picker. */
function onTheClock(value: unknown): string {
  const at = new Date(String(value))
  const time = at.toLocaleTimeString('en-GB', { timeZone: 'Asia/Jakarta', hour: '2-digit', minute: '2-digit' })
  return `${wibDay(at)}T${time}`
}

async function chosen(address: unknown) {
  const file = fileOf(String(address), 'contoh.png')
  return { name: file.name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) }
}

/** Presses each pill; sections with custom inputs have their own specs. */
async function choose(place: Locator, field: Field, value: unknown): Promise<void> {
  const pills = place.locator('button[aria-pressed]')
  if (!Array.isArray(value) || (await pills.count()) !== field.values?.length) return
  for (const one of value) {
    const pill = pills.nth(field.values.indexOf(one))
    if ((await pill.getAttribute('aria-pressed')) === 'false') await pill.click()
  }
}

/** Picks the first option; references in examples are ids, but people see names. */
async function pickFirst(page: Page, place: Locator): Promise<void> {
  await place.getByRole('combobox').click()
  const options = page.getByRole('listbox').getByRole('option')
  await options.nth((await options.count()) > 1 ? 1 : 0).click()
  if (await page.getByRole('listbox').count()) await page.keyboard.press('Escape')
}

async function fillRows(page: Page, place: Locator, name: string, fields: Fields, rows: unknown): Promise<void> {
  const [row] = Array.isArray(rows) ? rows : []
  if (!isRecord(row)) return
  // Sections with custom rows have their own specs.
  const add = place.getByRole('button', { name: 'Add row' })
  if (!(await add.count())) return
  // Some start with a row.
  if (!(await place.locator(`[data-field^="${name}.0."]`).count())) await add.click()
  await fillForm(page, fields, row, `${name}.0.`)
}

async function fillOne(page: Page, place: Locator, name: string, field: Field, value: unknown): Promise<void> {
  const input = place.locator('input:not([type=color]), textarea').first()
  if (isFile(field.kind) || field.kind === 'files')
    return place.locator('input[type=file]').setInputFiles(await Promise.all([value].flat().map(chosen)))
  switch (field.kind) {
    case 'flag':
      return place.getByRole('switch').setChecked(value === true)
    case 'choice':
      if ((await place.locator('select').count()) === 0) return choose(place, field, [value])
      await place.locator('select').selectOption(String(value))
      return
    case 'choices':
      return choose(place, field, value)
    case 'tags':
      return input.fill(`${[value].flat().join(',')},`)
    case 'richText':
      return place.locator('[contenteditable]').fill(String(value).replace(/<[^>]+>/g, ''))
    case 'dateTime':
      return input.fill(onTheClock(value))
    case 'reference':
    case 'references':
      return pickFirst(page, place)
    case 'object':
      return fillForm(page, field.fields ?? {}, isRecord(value) ? value : {}, `${name}.`)
    case 'rows':
      return fillRows(page, place, name, field.fields ?? {}, value)
    default:
      return input.fill(String(value))
  }
}

/** Fills in the values that the form has. */
export async function fillForm(page: Page, fields: Fields, values: Values, within = ''): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name]
    const place = page.locator(`[data-field="${within}${name}"]`)
    if (field && (await place.count())) await fillOne(page, place, `${within}${name}`, field, value)
  }
}

const picked: ReadonlySet<string> = new Set([
  'reference',
  'references',
  'rows',
  'object',
  'image',
  'file',
  'files',
  'video',
  'secret',
  'choices',
  'tags',
])
/** Values that the record must have as typed; picked references may differ. */
export const typedOf = (fields: Fields, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !picked.has(fields[name]?.kind ?? 'text')))
