import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import { choiceLabel } from '#console/kit/labels.ts'
import { StatusBadge } from '#console/kit/status-badge.tsx'
import type { Tone } from '#console/kit/tone.ts'
import { post } from '#contract/sections/content/post.ts'
import { Preview } from './post/preview.tsx'

const tones = { published: 'good', scheduled: 'info', draft: 'warning', archived: 'neutral' } as const satisfies Record<string, Tone>
const fields = groupedForm(post)

const isState = (value: unknown): value is keyof typeof tones => typeof value === 'string' && Object.hasOwn(tones, value)

const State = ({ value }: { value: unknown }) =>
  isState(value) ? <StatusBadge value={value} tone={tones[value]} label={choiceLabel(value, post.fields.state)} /> : null

export const screens = defineSection(post, {
  columns: ({ column }) => [column('state', { cell: ({ state }) => <State value={state} /> })],
  form: (tools) => (
    <>
      {fields(tools)}
      {tools.group(
        'preview',
        tools.watch((values) => <Preview values={values} />),
      )}
    </>
  ),
})
