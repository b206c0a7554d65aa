import { expect, it, vi } from 'vitest'
import type { SectionScreens } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import type { Section } from '#contract/kit/section/section.ts'
import { sections } from '#contract/sections/index.ts'

vi.mock('#console/i18n/i18n.ts', async (original) => ({ ...(await original<object>()), t: (id: string) => id }))
vi.mock('#console/kit/define-section.tsx', () => ({ defineSection: (_: Section, screens: SectionScreens<Section>) => screens }))

const files = import.meta.glob<{ screens: SectionScreens<Section> }>('./*/*.tsx')

/** Names of a section's form fields, in order. */
async function drawnBy(section: Section): Promise<string[]> {
  const own = Object.entries(files).find(([path]) => path.endsWith(`/${section.name}.tsx`))?.[1]
  const screens: SectionScreens<Section> = (await own?.())?.screens ?? {}
  const fields: string[] = []
  const field = (name: string) => {
    fields.push(name)
    return null
  }
  const form = screens.form ?? groupedForm(section, screens.fields)
  form({
    field,
    group: (_title, children) => children,
    side: () => null,
    watch: () => null,
    record: null,
    afterSave: () => () => undefined,
  })
  return fields
}

/** Sections with custom forms. */
const irregular = ['leads', 'chat-platform']

it.each(Object.keys(sections).filter((name) => !irregular.includes(name)))(
  'the form of %s asks for every field, and for none twice',
  async (name) => {
    const load = Object.entries(sections).find(([each]) => each === name)?.[1]
    const section: Section | undefined = await load?.()
    if (!section) throw new Error(`no section ${name}`)
    const drawn = await drawnBy(section)
    const written = Object.entries(section.fields).flatMap(([field, { readOnly }]) => (readOnly ? [] : [field]))
    expect(drawn).toEqual([...new Set(drawn)])
    expect(written.filter((field) => !drawn.includes(field))).toEqual([])
  },
)
