/** Parsing, calling and messaging of phones. Numbers are stored as 628…, digits only. */

export const telLink = (phone: string): string => `tel:+${phone}`
export const whatsappLink = (phone: string): string => `https://wa.me/${phone}`

/** Only a complete number can be called: a form checks while typing. */
export function isCallable(phone: unknown): phone is string {
  return typeof phone === 'string' && /^628\d{7,12}$/.test(phone)
}
