import { defineSection } from '#console/kit/define-section.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { autoText } from '#contract/sections/other/auto-text.ts'
import { AutoTextInput, AutoTextPreview } from './auto-text/auto-text-input.tsx'

export const screens = defineSection(autoText, {
  columns: ({ column }) => [
    column('shortcut', { cell: (row) => <code className="font-mono text-primary-text">/{toText(row.shortcut)}</code> }),
    column('title', { width: '28rem' }),
  ],
  form: ({ field, watch }) => (
    <>
      {field('shortcut')}
      {field('category')}
      {field('title', { wide: true })}
      {field('text', { input: AutoTextInput })}
      {watch((values) => (
        <AutoTextPreview text={toText(values.text)} />
      ))}
      {field('attachment')}
    </>
  ),
})
