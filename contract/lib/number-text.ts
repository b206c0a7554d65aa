/** Numbers in texts that have one language, such as mails and what the assistant says; the console has src/kit/text/format.ts. */
const make = (locale: string, options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat(locale, options)
  return (value: number | bigint): string => format.format(value)
}

/** '1.234,5', at most two decimals. */
export const formatIndonesian = make('id-ID', { maximumFractionDigits: 2 })
/** The same with a sign, where it is not zero. */
export const formatIndonesianGain = make('id-ID', { maximumFractionDigits: 2, signDisplay: 'exceptZero' })
/** '1,234', in messages of the API. */
export const formatEnglish = make('en', {})

const grouped = { id: formatIndonesian, en: make('en-GB', {}), tr: make('tr-TR', {}), ar: make('ar-u-nu-latn', {}) } as const

/** '1,234' in the language of a page or a mail. */
export const formatNumberIn = (language: keyof typeof grouped, value: number): string => grouped[language](value)

/** Whole rupiah in the language of a page or a mail: 'Rp 1.500.000', 'Rp 1,500,000'. */
export function formatRupiahIn(language: keyof typeof grouped, amount: number): string {
  const rounded = Math.round(amount)
  return `${rounded < 0 ? '-' : ''}Rp ${grouped[language](Math.abs(rounded))}`
}
