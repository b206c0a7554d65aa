import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { quoteOf, type Sold, type SoldVariant, useSellable, useSold } from '#console/commerce/catalogue.ts'
import { t } from '#console/i18n/i18n.ts'
import { FormField } from '#console/kit/form/field/form-field.tsx'
import { about } from '#console/kit/form/values/about.ts'
import type { FormValues, InputProps } from '#console/kit/form/values/tools.ts'
import { startValues } from '#console/kit/form/values/values.ts'
import { formatRupiah } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Select } from '#console/ui/select.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { isWhole, OrderTotal } from './order-total.tsx'
import { givesText, ProductInput } from './product-input.tsx'

const { fields: all } = transaction
const lineFields = all.items.fields ?? {}

/** Product of the line at this path of the form. */
function useSoldAt(path: string): Sold | undefined {
  const { control } = useFormContext<FormValues>()
  const [category, product] = useWatch({ control, name: [`${path}.category`, `${path}.product_id`] })
  return useSold(category, product)
}

const nameOf = ({ name, stock }: SoldVariant) => (stock > 0 ? name : t('transaction.soldOut', { name }))

function VariantInput(props: InputProps) {
  const sold = useSoldAt(props.name.slice(0, props.name.lastIndexOf('.')))
  return (
    <Select
      {...about(props)}
      value={toText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onBlur={props.onBlur}
    >
      {sold?.variants.map((variant) => (
        <option key={variant.ref} value={variant.ref}>
          {nameOf(variant)}
        </option>
      ))}
    </Select>
  )
}

/** Sets variant and quoted price by product: the first available variant, and the displayed price. */
function useQuote(path: string, sold: Sold | undefined): number | undefined {
  const { control, setValue, getValues } = useFormContext()
  const variant = useWatch({ control, name: `${path}.variant` })
  const isOffered = !sold || (sold.variants.length ? sold.variants.some(({ ref }) => ref === variant) : !variant)
  const quote = sold && quoteOf(sold, variant)
  useEffect(() => {
    if (isOffered) return
    const first = sold?.variants.find(({ stock }) => stock > 0) ?? sold?.variants[0]
    setValue(`${path}.variant`, first?.ref ?? '')
  }, [isOffered, sold, path, setValue])
  useEffect(() => {
    const next = quote ?? ''
    if (getValues(`${path}.price`) !== next) setValue(`${path}.price`, next)
  }, [quote, path, getValues, setValue])
  return quote
}

interface LineProps {
  path: string
  n: number
  disabled: boolean
  onRemove: () => void
}

function Line({ path, n, disabled, onRemove }: LineProps) {
  const { control } = useFormContext<FormValues>()
  const [qty, category] = useWatch({ control, name: [`${path}.qty`, `${path}.category`] })
  const sold = useSoldAt(path)
  const price = useQuote(path, sold)
  const gives = sold && givesText(sold, isWhole(qty) ? qty : 1)
  const draw = (name: keyof typeof lineFields, input?: (props: InputProps) => ReactNode) => {
    const field = lineFields[name]
    return (
      field && <FormField key={name} name={`${path}.${name}`} field={field} within={path} disabled={disabled} {...(input && { input })} />
    )
  }
  return (
    <li className="rounded-lg border bg-card p-3">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]">
        {draw('category')}
        {draw('product_id', ProductInput)}
        {sold !== undefined && sold.variants.length > 0 && draw('variant', VariantInput)}
        {/* A seat is the buyer's own. */}
        {category !== 'event' && draw('qty')}
      </div>
      <div className="mt-2 flex min-h-control items-center gap-2 text-sm">
        <span className="min-w-0 flex-1" data-price="">
          {price !== undefined && (
            <span className="tabular-nums text-muted-foreground">
              {formatRupiah(price)}
              {isWhole(qty) && qty > 1 && (
                <>
                  {` × ${qty} = `}
                  <span className="font-medium text-foreground">{formatRupiah(price * qty)}</span>
                </>
              )}
            </span>
          )}
          {gives && <span className="block text-muted-foreground">{gives}</span>}
          {sold && !sold.is_on && <span className="block text-warning-text">{t('transaction.off')}</span>}
        </span>
        <Button variant="quiet" size="icon" aria-label={t('kit.removeRow', { n })} disabled={disabled} onClick={onRemove}>
          <Trash2 />
        </Button>
      </div>
    </li>
  )
}

/** Lines of a new order with their current prices. */
export function OrderItems({ id, name, field, disabled, label }: InputProps) {
  const { control } = useFormContext<Record<string, FormValues[]>>()
  const { fields: rows, append, remove } = useFieldArray({ control, name, keyName: 'row_key' })
  const isFull = field.max !== undefined && rows.length >= field.max
  // A form that was opened with a network is filled in without one.
  useSellable(true)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a second label
    <div id={id} role="group" aria-label={label} tabIndex={-1} className="flex flex-col gap-3">
      {rows.length > 0 && (
        <ul className="flex flex-col gap-3">
          {rows.map((row, index) => (
            <Line key={row.row_key} path={`${name}.${index}`} n={index + 1} disabled={disabled} onRemove={() => remove(index)} />
          ))}
        </ul>
      )}
      <Button repeats className="self-start" disabled={disabled || isFull} onClick={() => append(startValues(lineFields, null))}>
        <Plus />
        {t('kit.addRow')}
      </Button>
      <OrderTotal />
    </div>
  )
}
