import { defineSection } from '#console/kit/define-section.tsx'
import { academy } from '#contract/sections/product/academy.ts'
import { ClassPreview } from './lessons/class-preview.tsx'
import { LessonsInput } from './lessons/lessons-input.tsx'

export const screens = defineSection(academy, {
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
