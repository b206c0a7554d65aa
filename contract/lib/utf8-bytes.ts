/** Bytes of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = 0
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    if (code < 0x80) bytes += 1
    else if (code < 0x8_00) bytes += 2
    else bytes += code < 0x1_00_00 ? 3 : 4
  }
  return bytes
}
