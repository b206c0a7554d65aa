/** localStorage, which may be full or forbidden: values in it are conveniences, not needed for correctness. */

export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeItem(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    removeItem(key)
  }
}

export function removeItem(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Forbidden storage has nothing to remove.
  }
}

/** Null when absent or invalid. */
export function readJson(key: string): unknown {
  const text = readItem(key)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
