import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { stock } from '#contract/sections/stock/stock.ts'
import { PriceButton } from './stock/price-button.tsx'
import { Prices } from './stock/prices.tsx'
import { Questions } from './stock/questions.tsx'

export const screens = defineSection(stock, {
  live: [stock.name],
  // As a word, not an icon (docs/product/stock.md#companies).
  columns: ({ column }) => [column('is_syariah', { cell: ({ is_syariah }) => String(is_syariah === true) })],
  toolbar: () => <PriceButton />,
  panels: [
    {
      name: 'prices',
      get label() {
        return t('stock.prices')
      },
      body: Prices,
    },
    {
      name: 'questions',
      get label() {
        return t('stock.questions')
      },
      body: Questions,
    },
  ],
})
