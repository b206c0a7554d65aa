/** How a lead's phone is read, called and written to. Numbers are held as 628…, digits only. */

/** '+62 812-3456-7890'; anything that is no Indonesian mobile number stays as it is. */
export function showPhone(phone: string): string {
  const match = /^62(8\d{2})(\d{3,4})(\d+)$/.exec(phone)
  return match ? `+62 ${match[1]}-${match[2]}-${match[3]}` : phone
}

export const telLink = (phone: string): string => `tel:+${phone}`
export const whatsappLink = (phone: string): string => `https://wa.me/${phone}`

/** Only a whole number can be called: a form asks while someone types. */
export function isCallable(phone: unknown): phone is string {
  return typeof phone === 'string' && /^628\d{7,12}$/.test(phone)
}
