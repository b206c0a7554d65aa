/** Numbers in texts that have one language, such as mails and what the assistant says; the console has src/kit/text/format.ts. */
const make = (locale: string, options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat(locale, options)
  return (value: number): string => format.format(value)
}

/** '1.234,5', at most two decimals. */
export const formatIndonesian = make('id-ID', { maximumFractionDigits: 2 })
/** The same with a sign, where it is not zero. */
export const formatIndonesianGain = make('id-ID', { maximumFractionDigits: 2, signDisplay: 'exceptZero' })
/** '1,234', in messages of the API. */
export const formatEnglish = make('en', {})
