const units = ['B', 'KB', 'MB', 'GB'] as const

/** Returns bytes in their largest unit, with at most one decimal (docs/product/forms.md#money-and-sizes). */
export function fileSizeOf(bytes: number): { size: number; unit: (typeof units)[number] } {
  let size = Math.max(0, bytes)
  let unit = 0
  while (Math.round(size * 10) / 10 >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return { size: unit === 0 ? Math.round(size) : Math.round(size * 10) / 10, unit: units[unit] ?? 'GB' }
}

/** The same as a text in English, such as '1.5 MB'. */
export function formatFileSize(bytes: number): string {
  const { size, unit } = fileSizeOf(bytes)
  return `${size} ${unit}`
}
