/** Amounts of orders, which come in any currency and as decimal texts. */
import { cached } from './format.ts'

/** Rupiah as everywhere here, others as their own countries write them: 'Rp 2.000.000', '$206.99'. A currency that is none stays behind its amount. */
export function formatAmount(amount: string, currency: string): string {
  const value = Number(amount)
  if (amount.trim() === '' || !Number.isFinite(value)) return [amount, currency].filter(Boolean).join(' ')
  const digits = Number.isInteger(value) ? 0 : 2
  try {
    const format = cached(`money ${currency} ${digits}`, () => {
      const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits: digits } as const
      return new Intl.NumberFormat(currency === 'IDR' ? 'id-ID' : 'en-US', { ...options, maximumFractionDigits: Math.max(2, digits) })
    })
    return format.format(value).replace(/\u00a0/g, ' ')
  } catch {
    return [amount, currency].filter(Boolean).join(' ')
  }
}
