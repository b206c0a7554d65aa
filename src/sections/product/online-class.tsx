import { defineSection } from '#console/kit/define-section.tsx'
import { onlineClass } from '#contract/sections/product/online-class.ts'
import { ClassPreview } from './lessons/class-preview.tsx'
import { LessonsInput } from './lessons/lessons-input.tsx'

export const screens = defineSection(onlineClass, {
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
