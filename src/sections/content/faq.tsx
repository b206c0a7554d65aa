import { Rows3, Star } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { TagsInput } from '#console/kit/form/inputs/tags-input.tsx'
import type { InputProps } from '#console/kit/form/values/tools.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { faq } from '#contract/sections/content/faq.ts'
import { Highlights } from './faq/highlights.tsx'

/** Hashtags typed like tags; records on the wire (docs/product/content.md#faq). */
function HashtagInput({ value, onChange, ...props }: InputProps) {
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

export const screens = defineSection(faq, {
  fields: () => ({ hashtag: { input: HashtagInput } }),
  bodies: [
    {
      name: 'list',
      icon: Rows3,
      body: null,
      get label() {
        return t('faq.asList')
      },
    },
    {
      name: 'highlights',
      icon: Star,
      body: Highlights,
      get label() {
        return t('faq.highlights')
      },
    },
  ],
})
