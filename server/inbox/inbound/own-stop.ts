/** Words with which a person stops promotions at all our numbers, and takes them again (docs/product/whatsapp.md#promotions). */
const stops = new Set([
  ...['stop', 'stop promo', 'stop promosi', 'stop promotions', 'unsubscribe'],
  ...['berhenti', 'berhenti langganan', 'batal langganan'],
])
const starts = new Set(['start', 'mulai'])
const maxLength = 40

/** What the person is answered, once. */
export const stopAnswer = 'Anda tidak akan menerima promosi lagi.'

/** True for a stop, false for its end; null for every other text, also one that has such a word among others. */
export function readStop(text: string | null | undefined): boolean | null {
  if (!text || text.length > maxLength) return null
  const words = text.toLowerCase().replace(/[.!,]/g, '').trim()
  if (stops.has(words)) return true
  return starts.has(words) ? false : null
}
