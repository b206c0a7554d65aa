import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import { post } from '#contract/sections/content/post.ts'
import { Preview } from './post/preview.tsx'

const fields = groupedForm(post)

export const screens = defineSection(post, {
  form: (tools) => (
    <>
      {fields(tools)}
      {tools.group(
        'preview',
        tools.watch((values) => <Preview values={values} />),
      )}
    </>
  ),
})
