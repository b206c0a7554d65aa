/** An address in its parts; null for a text that is none. `URL.canParse` of Node 20 is wrong about names with letters such as 'ö' once it is compiled. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
