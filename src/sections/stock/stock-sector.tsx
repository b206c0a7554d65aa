import { defineSection } from '#console/kit/define-section.tsx'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { stockSector } from '#contract/sections/stock/stock-sector.ts'
import { IconInput } from './stock-sector/icon-input.tsx'
import { SectorIcon } from './stock-sector/sector-icon.tsx'

export const screens = defineSection(stockSector, {
  columns: ({ column }) => [
    column('icon', {
      sortable: false,
      cell: ({ icon }) => <SectorIcon name={icon} label={icon ? choiceLabel(icon, stockSector.fields.icon) : ''} />,
    }),
  ],
  fields: () => ({ icon: { input: IconInput, wide: true } }),
})
