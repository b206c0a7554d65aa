import { accessTypes, feeTypes } from '../../choices/options.ts'
import { choice, choices, type Fields, flag, image, joined, money, number, reference, richText, rows, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'
import { pictureTypes } from '../../lib/picture-types.ts'
import { lessonFields, maxLessons, maxSections } from '../../parts/lesson-fields.ts'

const paid = { field: 'fee_type', is: ['paid'] } as const

/** What lists of the parts of classes share. */
const partFields = {
  id: number({ required: true, integer: true }),
  ref: text({ required: true }),
  online_class_id: reference({ required: true, to: 'online-class' }),
  title: text({ required: true }),
  sort: number({ required: true, integer: true }),
} as const satisfies Fields

/** A section of a class, as a row of its own; `id` is made of those of class and place. */
export const classSectionFields = { ...partFields, lesson_count: number({ required: true, integer: true }) } as const satisfies Fields

/** A lesson of a class, as a row of its own; `id` is made of those of class and place. */
export const classLessonFields = {
  ...partFields,
  section_ref: text({ required: true }),
  section_title: text({ required: true }),
  minutes: number({ integer: true }),
} as const satisfies Fields

/** Recorded classes of sections with lessons (docs/product/classes.md). */
export const onlineClass = section('online-class', {
  path: '/online-class/in/v1/olc',
  nav: { group: 'product', icon: 'graduation-cap' },
  permission: 'product',
  /** Posts, popups and banners refer to classes. */
  readableBy: ['get content', 'get promotion'],
  readableFields: ['title', 'teacher', 'is_show'],
  title: 'title',
  options: { detail: 'teacher' },
  encoding: 'multipart',
  fields: {
    title: text({ required: true, max: 160 }),
    category: reference({ required: true, to: 'category', query: 'model:education' }),
    category_name: joined('category.name'),
    teacher: text({ max: 160 }),
    cover: image({ maxWidth: 1920, maxHeight: 1920, accept: pictureTypes, maxBytes: 10_000_000 }),
    description: richText({ max: 20_000 }),
    fee_type: choice(feeTypes, { made: true, initial: 'free' }),
    price: money({ min: 1, max: 1_000_000_000, shownWhen: paid, requiredWhen: paid }),
    /** Members with access to one of these see the class without buying it. */
    access_type: choices(accessTypes),
    sections: rows(
      {
        title: text({ required: true, max: 160 }),
        sort: number({ readOnly: true, integer: true }),
        lessons: rows(lessonFields, { max: maxLessons }),
      },
      { max: maxSections },
    ),
    lesson_count: number({ readOnly: true, required: true, integer: true }),
    /** Of all lessons. */
    minutes: number({ readOnly: true, required: true, integer: true }),
    is_show: flag({ initial: false }),
  },
  groups: [
    { fields: ['title', 'category', 'teacher', 'cover', 'description'] },
    { title: 'lessons', fields: ['sections'] },
    { title: 'access', fields: ['fee_type', 'price', 'access_type', 'is_show'] },
  ],
  list: {
    columns: [
      'cover',
      'title',
      'category',
      'teacher',
      'fee_type',
      'price',
      'lesson_count',
      'minutes',
      'is_show',
      '-access_type',
      '-created_at',
      '-updated_at',
      '-updated_by',
    ],
    search: ['title', 'teacher', 'category_name'],
    filters: ['category', 'fee_type', 'access_type', 'is_show', 'price'],
    sort: 'created_at desc',
    omit: ['description', 'sections'],
    bulkEdit: ['category', 'access_type', 'is_show'],
  },
  switches: { is_show: { by: 'call', path: '/show-hide' } },
  duplicate: true,
  calls: {
    details: { route: 'GET /online-class/in/v1/detail', query: 'list', reply: { of: 'list', fields: classLessonFields } },
    sections: { route: 'GET /online-class/in/v1/section', query: 'list', reply: { of: 'list', fields: classSectionFields } },
  },
  /** Values in one JSON part beside the files, and a video of its own (docs/product/forms.md#wire-forms). */
  wire: { removal: { by: 'id' }, part: 'onlineClassDetail', beside: { video: lessonFields.video } },
})
