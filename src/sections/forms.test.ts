import { readdirSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import type { SectionScreens } from '#console/kit/define-section.tsx'
import type { Section } from '#contract/kit/section.ts'

const forms = vi.hoisted((): { section: string; fields: string[] }[] => [])

vi.mock('#console/i18n/i18n.ts', async (original) => ({ ...(await original<object>()), t: (id: string) => id }))

vi.mock('#console/kit/define-section.tsx', () => ({
  defineSection({ name }: Section, { form }: Pick<SectionScreens<Section>, 'form'>) {
    const fields: string[] = []
    const field = (drawn: string) => {
      fields.push(drawn)
      return null
    }
    form({ field, group: (_title, children) => children, watch: () => null, record: null, afterSave: () => () => undefined })
    forms.push({ section: name, fields })
  },
}))

it('no form asks for the same thing twice', async () => {
  const here = new URL('.', import.meta.url)
  for (const name of readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.tsx')))
    await import(new URL(name, here).href)
  expect(forms.length).toBeGreaterThan(5)
  for (const { section, fields } of forms) expect(fields, section).toEqual([...new Set(fields)])
})
