/** '+62 812-3456-7890' of 628…; anything that is no Indonesian mobile number stays as it is. */
export function showPhone(phone: string): string {
  const match = /^62(8\d{2})(\d{3,4})(\d+)$/.exec(phone)
  return match ? `+62 ${match[1]}-${match[2]}-${match[3]}` : phone
}
