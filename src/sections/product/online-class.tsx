import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { formatRupiah } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { onlineClass } from '#contract/sections/product/online-class.ts'
import { ClassPreview } from './lessons/class-preview.tsx'
import { LessonsInput } from './lessons/lessons-input.tsx'

export const screens = defineSection(onlineClass, {
  line: (row) => [
    row.fee_type === 'paid' ? formatRupiah(Number(row.price)) : choiceLabel(row.fee_type, onlineClass.fields.fee_type),
    t('online-class.counted', { lessons: Number(row.lesson_count), minutes: Number(row.minutes) }),
    toText(row.teacher),
  ],
  form: ({ field, group, watch }) => (
    <>
      {field('title', { wide: true })}
      {field('category')}
      {field('teacher')}
      {field('cover')}
      {field('description')}
      {group('lessons', field('sections', { input: LessonsInput, wide: true }))}
      {group(
        'access',
        <>
          {field('fee_type')}
          {field('price')}
          {field('access_type')}
          {field('is_show')}
        </>,
      )}
      {watch((values) => (
        <ClassPreview values={values} />
      ))}
    </>
  ),
})
