import { defineSection } from '#console/kit/define-section.tsx'
import { tagManager } from '#contract/sections/other/tag-manager.ts'

export const screens = defineSection(tagManager, {
  columns: ({ column }) => [column('name', { link: true })],
  form: ({ field }) => (
    <>
      {field('name', { wide: true })}
      {field('colour', { wide: true })}
    </>
  ),
})
