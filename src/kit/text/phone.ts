/** Formats 628… as '+62 812-3456-7890'; other than Indonesian mobile numbers stay unchanged. */
export function showPhone(phone: string): string {
  const match = /^62(8\d{2})(\d{3,4})(\d+)$/.exec(phone)
  return match ? `+62 ${match[1]}-${match[2]}-${match[3]}` : phone
}

/** Addresses that call a number and write to it; numbers are digits only, with the country. */
export const telLink = (phone: string): string => `tel:+${phone}`
export const whatsappLink = (phone: string): string => `https://wa.me/${phone}`

/** Only a complete number can be called: a form checks while typing. */
export function isCallable(phone: unknown): phone is string {
  return typeof phone === 'string' && /^628\d{7,12}$/.test(phone)
}
