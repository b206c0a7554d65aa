/** Instants as the inputs of dates hold them: text in Jakarta time. */
import { isInstant } from '#contract/lib/wib.ts'

const wib = 7 * 3_600_000

/** Formats an instant as 'YYYY-MM-DDTHH:mm' in Jakarta time. Empty when it is invalid. */
export function toWibText(value: unknown): string {
  // Other texts are dates to a browser, too: '29 nov' is one of 2001.
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return ''
  const at = Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(value) ? value : `${value}+07:00`)
  return isInstant(at) ? new Date(at + wib).toISOString().slice(0, 16) : ''
}

/** Parses such a text; without seconds it gets ':00' (docs/product/forms.md#dates-as-text). */
export function fromWibText(text: string): string {
  return text ? `${text.length === 16 ? `${text}:00` : text}+07:00` : ''
}
