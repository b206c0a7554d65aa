import { ChartLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { Button } from '#console/ui/button.tsx'
import { stock } from '#contract/sections/stock/stock.ts'

const PriceWindow = lazy(async () => {
  const [module] = await Promise.all([import('./price-window.tsx'), loadMessages(['sheets', 'forms'])])
  return { default: module.PriceWindow }
})

/** Imports daily prices, with permission to create stocks. */
export function PriceButton() {
  const [isOpen, setOpen] = useState(false)
  const may = useMay(stock)
  if (!may.create) return null
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={t('stock.prices')}
        className="max-md:size-control max-md:px-0"
        onClick={() => setOpen(true)}
      >
        <ChartLine aria-hidden="true" />
        <span className="max-md:hidden">{t('stock.prices')}</span>
      </Button>
      <Suspense>{isOpen && <PriceWindow onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
