/** A text with its values filled in; a value that is missing leaves nothing. */
export const fillText = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
