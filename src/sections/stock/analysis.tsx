import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import { choiceLabel } from '#console/kit/labels.ts'
import { StatusBadge } from '#console/kit/status-badge.tsx'
import type { Tone } from '#console/kit/tone.ts'
import { analysis } from '#contract/sections/stock/analysis.ts'
import { PricePanel } from './analysis/price-panel.tsx'

const tones = { published: 'good', scheduled: 'info', draft: 'warning', archived: 'neutral' } as const satisfies Record<string, Tone>
const isState = (value: unknown): value is keyof typeof tones => typeof value === 'string' && Object.hasOwn(tones, value)
const fields = groupedForm(analysis)

export const screens = defineSection(analysis, {
  live: [analysis.name],
  columns: ({ column }) => [
    column('state', {
      cell: ({ state }) =>
        isState(state) ? <StatusBadge value={state} tone={tones[state]} label={choiceLabel(state, analysis.fields.state)} /> : null,
    }),
  ],
  form: (tools) => (
    <>
      {tools.record && <PricePanel record={tools.record} />}
      {fields(tools)}
    </>
  ),
})
