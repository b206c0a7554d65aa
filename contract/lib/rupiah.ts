import { formatIndonesian } from './number-text.ts'

/** Formats whole rupiah with Indonesian grouping; 'Rp 0' when empty (docs/product/forms.md#money-and-sizes). */
export function formatRupiah(amount: number | null | undefined): string {
  const rounded = Math.round(amount ?? 0)
  return `${rounded < 0 ? '-' : ''}Rp ${formatIndonesian(Math.abs(rounded))}`
}
