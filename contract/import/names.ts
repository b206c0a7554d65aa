export interface Named {
  id: number | string
  name: string
  email?: string | undefined
}

/** Returns ids by lowercase name, email and id. A shared name is left out: the email distinguishes. */
export function idsByName(list: readonly Named[]): Record<string, number | string> {
  const ids = new Map<string, number | string | null>()
  for (const { id, name } of list) {
    const key = name.trim().toLowerCase()
    ids.set(key, ids.has(key) ? null : id)
  }
  for (const { id, email } of list) if (email) ids.set(email.trim().toLowerCase(), id)
  for (const { id } of list) if (!ids.has(String(id))) ids.set(String(id), id)
  return Object.fromEntries([...ids].flatMap(([key, id]) => (id === null ? [] : [[key, id]])))
}
