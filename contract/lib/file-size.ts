const units = ['B', 'Kb', 'Mb', 'Gb'] as const

/** Formats bytes as B, Kb, Mb or Gb with at most one decimal (docs/product/forms.md#money-and-sizes). */
export function formatFileSize(bytes: number): string {
  let size = Math.max(0, bytes)
  let unit = 0
  while (Math.round(size * 10) / 10 >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${unit === 0 ? Math.round(size) : Math.round(size * 10) / 10} ${units[unit]}`
}
