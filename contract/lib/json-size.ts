const [quote, backslash, colon, ...brackets] = ['"', '\\', ':', '{', '[', '}', ']'].map((sign) => sign.charCodeAt(0))
const [record, list] = brackets

interface JsonSize {
  /** Of all its records together. */
  keys: number
  /** Records and lists around the innermost value. */
  depth: number
}

/** How much a JSON text holds, without reading it: in one pass, whatever it is. Of what is no JSON any numbers. */
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
