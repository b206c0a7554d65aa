/** The video of a class that came beside its values, as the base contract sends it (docs/product/classes.md#other-clients). */
import { isEmpty } from '#contract/kit/field/field.ts'
import { recordsOf } from '#server/crud/query/nested.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Returns the class with its `video` in the first lesson without one. Where each has one it replaces that of a single lesson, and is a
 * lesson of its own, named like the class, among several or none.
 */
export function placeVideo(values: Values, { video }: Values): Record<string, unknown> {
  if (isEmpty(video)) return { ...values }
  const sections = recordsOf(values.sections).map((section) => ({ ...section, lessons: recordsOf(section.lessons) }))
  const lessons = sections.flatMap((section) => section.lessons)
  const place = lessons.find((lesson) => isEmpty(lesson.video)) ?? (lessons.length === 1 ? lessons[0] : undefined)
  if (place) {
    const put = (lesson: Record<string, unknown>) => (lesson === place ? { ...lesson, video } : lesson)
    return { ...values, sections: sections.map((section) => ({ ...section, lessons: section.lessons.map(put) })) }
  }
  const { title } = values
  const last = sections.at(-1) ?? { title, lessons: [] }
  return { ...values, sections: [...sections.slice(0, -1), { ...last, lessons: [...last.lessons, { title, video }] }] }
}
