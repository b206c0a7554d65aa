/** Groups rows by key, in order. */
export function grouped<Row, Key, Entry>(
  rows: readonly Row[],
  key: (row: Row) => Key,
  entry: (row: Row) => Entry,
): ReadonlyMap<Key, Entry[]> {
  const groups = new Map<Key, Entry[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(entry(row))
    else groups.set(key(row), [entry(row)])
  }
  return groups
}
