import { expect, it, vi } from 'vitest'
import type { SectionScreens } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import type { FieldOptions } from '#console/kit/form/values/tools.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { sections } from '#contract/sections/index.ts'

vi.mock('#console/i18n/i18n.ts', async (original) => ({ ...(await original<object>()), t: (id: string) => id }))
vi.mock('#console/kit/define-section.tsx', () => ({ defineSection: (_: Section, screens: SectionScreens<Section>) => screens }))

const files = import.meta.glob<{ screens: SectionScreens<Section> }>('./*/*.tsx')

interface Drawn {
  /** In the form's order. */
  fields: string[]
  /** Own inputs of fields. */
  inputs: unknown[]
}

/** What a section's form draws, as often as it is drawn. */
async function drawnBy(section: Section): Promise<() => Drawn> {
  const own = Object.entries(files).find(([path]) => path.endsWith(`/${section.name}.tsx`))?.[1]
  const screens: SectionScreens<Section> = (await own?.())?.screens ?? {}
  const form = screens.form ?? groupedForm(section, screens.fields)
  return () => {
    const drawn: Drawn = { fields: [], inputs: [] }
    const field = (name: string, options?: FieldOptions) => {
      drawn.fields.push(name)
      drawn.inputs.push(options?.input)
      return null
    }
    form({
      field,
      group: (_title, children) => children,
      side: () => null,
      watch: () => null,
      record: null,
      from: null,
      afterSave: () => () => undefined,
    })
    return drawn
  }
}

/** Sections with custom forms. */
const irregular = ['leads', 'chat-platform']

it.each(Object.keys(sections).filter((name) => !irregular.includes(name)))(
  'the form of %s asks for every field, for none twice, and keeps their inputs',
  async (name) => {
    const load = Object.entries(sections).find(([each]) => each === name)?.[1]
    const section: Section | undefined = await load?.()
    if (!section) throw new Error(`no section ${name}`)
    const draw = await drawnBy(section)
    const { fields: drawn, inputs } = draw()
    const written = Object.entries(section.fields).flatMap(([field, { readOnly }]) => (readOnly ? [] : [field]))
    expect(drawn).toEqual([...new Set(drawn)])
    // One made anew by each drawing loses its focus, and presses, to any other field.
    expect(draw().inputs.filter((input, at) => input !== inputs[at])).toEqual([])
    expect(written.filter((field) => !drawn.includes(field))).toEqual([])
  },
)
