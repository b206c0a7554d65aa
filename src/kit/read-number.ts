/** Numbers as people here write them: groups of three with dots, a comma before the fraction. */
const grouped = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 6 })

export const writeNumber = (value: number): string => grouped.format(value)

/** Reads '1.250.000', '1250000' and '12,5'; the text itself when it is no number, so that validation can say so. */
export function readNumber(text: string, money: boolean): number | string {
  const plain = text.replace(/\s|Rp/gi, '')
  const dotted = money || /^\d{1,3}(\.\d{3})+(,\d+)?$/.test(plain) ? plain.replaceAll('.', '') : plain
  const value = Number(dotted.replace(',', '.'))
  return plain === '' ? '' : Number.isFinite(value) ? value : text
}
