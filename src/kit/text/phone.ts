/** Formats 628… as '+62 812-3456-7890'; other than Indonesian mobile numbers stay unchanged. */
export function showPhone(phone: string): string {
  const match = /^62(8\d{2})(\d{3,4})(\d+)$/.exec(phone)
  return match ? `+62 ${match[1]}-${match[2]}-${match[3]}` : phone
}
