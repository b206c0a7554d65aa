import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import { analysis } from '#contract/sections/stock/analysis.ts'
import { PricePanel } from './analysis/price-panel.tsx'

const fields = groupedForm(analysis)

export const screens = defineSection(analysis, {
  live: [analysis.name],
  form: (tools) => (
    <>
      {tools.record && <PricePanel record={tools.record} />}
      {fields(tools)}
    </>
  ),
})
