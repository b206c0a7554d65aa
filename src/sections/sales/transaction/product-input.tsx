import { useFormContext, useWatch } from 'react-hook-form'
import { type Sold, useCatalogue } from '#console/commerce/catalogue.ts'
import { t } from '#console/i18n/i18n.ts'
import { ReferenceInput } from '#console/kit/form/inputs/reference-input.tsx'
import type { FormValues, InputProps } from '#console/kit/form/values/tools.ts'
import { formatDateTime, formatRupiah } from '#console/kit/text/format.ts'

/** What the buyer gets for that many: days of access, or the date of an event. */
export function givesText({ days, access = '', start_at }: Sold, qty = 1): string {
  if (start_at) return formatDateTime(start_at)
  return days ? t('transaction.gives', { access, days: days * qty }) : ''
}

/** Its price; of several variants the lowest. */
function priceText({ price, variants }: Sold): string {
  const prices = variants.map((variant) => variant.price)
  if (!prices.length) return formatRupiah(price)
  const least = Math.min(...prices)
  return prices.some((each) => each > least) ? t('transaction.priceFrom', { price: formatRupiah(least) }) : formatRupiah(least)
}

/** Picks the product of a line by its name, price and what it gives. */
export function ProductInput(props: InputProps) {
  const { control } = useFormContext<FormValues>()
  const category = useWatch({ control, name: props.name.replace(/product_id$/, 'category') })
  const catalogue = useCatalogue(category)
  return (
    <ReferenceInput
      {...props}
      detailsOf={({ ref }) => {
        const sold = catalogue.find((one) => one.ref === ref)
        return sold ? { detail: givesText(sold) || undefined, aside: priceText(sold) } : {}
      }}
    />
  )
}
