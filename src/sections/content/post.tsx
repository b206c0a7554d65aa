import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import { post } from '#contract/sections/content/post.ts'
import { Preview } from './post/preview.tsx'

const fields = groupedForm(post)

export const screens = defineSection(post, {
  form: (tools) => (
    <>
      {fields(tools)}
      {tools.side(
        <section className="flex flex-col gap-4 border-t pt-5">
          <h2 className="text-sm font-semibold">{t('post.group.preview')}</h2>
          {tools.watch((values) => (
            <Preview values={values} />
          ))}
        </section>,
      )}
    </>
  ),
})
