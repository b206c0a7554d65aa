import { TagsInput } from '#console/kit/form/inputs/tags-input.tsx'
import type { InputProps } from '#console/kit/form/values/tools.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'

/** Hashtags typed like tags; records on the wire (docs/product/content.md#faq). */
export function HashtagInput({ value, onChange, ...props }: InputProps) {
  const records = Array.isArray(value) ? value.filter(isRecord) : []
  const byName = new Map(records.map((record) => [toText(record.name), record]))
  const change = (next: unknown) => {
    const names = Array.isArray(next)
      ? next.map((name) =>
          String(name)
            .replace(/^[\s#]+/, '')
            .toLowerCase(),
        )
      : []
    onChange([...new Set(names)].filter(Boolean).map((name) => byName.get(name) ?? { name }))
  }
  return <TagsInput {...props} value={[...byName.keys()]} onChange={change} />
}
