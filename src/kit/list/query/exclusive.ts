/** Toggles a value: custom, all or nothing and the other choices exclude each other (docs/product/lists.md#exclusive-choices). */
export function choose<T extends string | number>(values: readonly T[], value: T, exclusive: readonly string[] = []): T[] {
  if (values.includes(value)) return values.filter((each) => each !== value)
  if (exclusive.includes(String(value))) return [value]
  return [...values.filter((each) => !exclusive.includes(String(each))), value]
}
