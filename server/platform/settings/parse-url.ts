/** Parses an address; null for an invalid one. `URL.canParse` of Node 20, once optimised, is wrong about names with letters such as 'ö'. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
