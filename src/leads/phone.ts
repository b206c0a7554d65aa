/** How a lead's phone is read, called and written to. Numbers are held as 628…, digits only. */

export const telLink = (phone: string): string => `tel:+${phone}`
export const whatsappLink = (phone: string): string => `https://wa.me/${phone}`

/** Only a whole number can be called: a form asks while someone types. */
export function isCallable(phone: unknown): phone is string {
  return typeof phone === 'string' && /^628\d{7,12}$/.test(phone)
}
