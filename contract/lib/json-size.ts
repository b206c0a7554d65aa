const [quote, backslash, colon, ...brackets] = ['"', '\\', ':', '{', '[', '}', ']'].map((sign) => sign.charCodeAt(0))
const [record, list] = brackets

interface JsonSize {
  /** In all records together. */
  keys: number
  /** Nesting of records and lists. */
  depth: number
}

/** Measures a JSON text in one pass without parsing; meaningless for other texts. */
export function measureJson(text: string): JsonSize {
  let [keys, depth, level] = [0, 0, 0]
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isQuoted && code === backslash) at += 1
    else if (code === quote) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (code === colon) keys += 1
    else if (code === record || code === list) depth = Math.max(depth, ++level)
    else if (brackets.includes(code)) level -= 1
  }
  return { keys, depth }
}
