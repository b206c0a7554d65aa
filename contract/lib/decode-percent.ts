/** Decodes a part of an address; null for one that is no UTF-8 or has a stray '%'. */
export function decodePercent(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
