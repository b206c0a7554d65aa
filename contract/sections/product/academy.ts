import { choice, flag, image, joined, money, number, reference, richText, rows, slug, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'
import { pictureTypes } from '../../lib/picture-types.ts'
import { lessonFields, maxLessons } from '../../parts/lesson-fields.ts'

export const academyLevels = ['beginner', 'intermediate', 'advanced'] as const

/** Programs of the academy, of lessons in one row (docs/product/classes.md#programs). */
export const academy = section('academy', {
  path: '/member/in/v1/program',
  nav: { group: 'product', icon: 'school' },
  permission: 'product',
  /** Landing pages show them. */
  readableBy: ['get promotion'],
  readableFields: ['title', 'level', 'price', 'is_show'],
  title: 'title',
  options: { detail: 'level' },
  encoding: 'multipart',
  fields: {
    title: text({ required: true, max: 160 }),
    /** Made from the title if empty. */
    slug: slug({ from: 'title', unique: true }),
    category: reference({ to: 'category/program' }),
    category_name: joined('category.name'),
    cover: image({ maxWidth: 1920, maxHeight: 1920, accept: pictureTypes, maxBytes: 10_000_000 }),
    description: richText({ max: 20_000 }),
    level: choice(academyLevels, { initial: 'beginner' }),
    lessons: rows(lessonFields, { max: maxLessons }),
    lesson_count: number({ readOnly: true, required: true, integer: true }),
    /** Of all lessons. */
    minutes: number({ readOnly: true, required: true, integer: true }),
    /** Empty: free. */
    price: money({ min: 1, max: 1_000_000_000 }),
    is_show: flag({ initial: false }),
    sort: number({ integer: true, min: 0, max: 1_000_000 }),
  },
  groups: [
    { fields: ['title', 'slug', 'category', 'level', 'cover', 'description'] },
    { title: 'lessons', fields: ['lessons'] },
    { title: 'access', fields: ['price', 'sort', 'is_show'] },
  ],
  list: {
    columns: [
      'cover',
      'title',
      'category',
      'level',
      'price',
      'lesson_count',
      'minutes',
      'sort',
      'is_show',
      '-slug',
      '-created_at',
      '-updated_at',
      '-updated_by',
    ],
    search: ['title', 'slug', 'category_name'],
    filters: ['category', 'level', 'is_show', 'slug', 'price'],
    sort: 'sort asc',
    omit: ['description', 'lessons'],
    bulkEdit: ['category', 'is_show'],
  },
  switches: { is_show: { by: 'call', path: '/show-hide' } },
  duplicate: true,
})
