import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { PromoCheck } from '#console/commerce/promo-check.tsx'
import { t } from '#console/i18n/i18n.ts'
import { FormField } from '#console/kit/form/field/form-field.tsx'
import type { FormValues } from '#console/kit/form/values/tools.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { promotionCode } from '#contract/sections/promotion/promotion-code.ts'

const { customer_id, type, product_id } = sectionCall(promotionCode, 'apply').body ?? {}
const fields = Object.entries({ customer_id, type, product_id })

/** Computes the discount of the stored code for a member and some products. */
export function TryCode({ record }: { record: AnyRow }) {
  const form = useForm<FormValues>({ defaultValues: { customer_id: '', type: 'membership', product_id: [] } })
  const chosen = useWatch({ control: form.control })
  const ids: unknown[] = Array.isArray(chosen.product_id) ? chosen.product_id : []
  return (
    <FormProvider {...form}>
      <div className="flex flex-col gap-5">
        <p className="text-sm text-muted-foreground">{t('promotion-code.try.hint')}</p>
        <div className="grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2">
          {fields.map(([name, field]) => field && <FormField key={name} name={name} field={field} wide={name === 'product_id'} />)}
        </div>
        <PromoCheck
          customer={chosen.customer_id}
          lines={ids.map((id) => ({ category: chosen.type, product_id: id }))}
          code={toText(record.code)}
        />
      </div>
    </FormProvider>
  )
}
