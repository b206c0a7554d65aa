import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { formatRupiah } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { academy } from '#contract/sections/product/academy.ts'
import { ClassPreview } from './lessons/class-preview.tsx'
import { LessonsInput } from './lessons/lessons-input.tsx'

export const screens = defineSection(academy, {
  line: (row) => [
    row.price ? formatRupiah(Number(row.price)) : t('academy.free'),
    t('academy.counted', { lessons: Number(row.lesson_count), minutes: Number(row.minutes) }),
    row.level ? choiceLabel(row.level, academy.fields.level) : '',
  ],
  form: ({ field, group, watch }) => (
    <>
      {field('title', { wide: true })}
      {field('slug')}
      {field('category')}
      {field('level')}
      {field('cover')}
      {field('description')}
      {group('lessons', field('lessons', { input: LessonsInput, wide: true }))}
      {group(
        'access',
        <>
          {field('price')}
          {field('sort')}
          {field('is_show')}
        </>,
      )}
      {watch((values) => (
        <ClassPreview values={values} />
      ))}
    </>
  ),
})
