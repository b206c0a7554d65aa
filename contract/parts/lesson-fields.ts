import { type Fields, number, text } from '../kit/field/field.ts'

/** Most lessons of a section of a class, and of a program. */
export const maxLessons = 200
/** Most sections of a class. */
export const maxSections = 50

/** Lessons of classes and programs, in their order; `sort` is their place in it, from 1. */
export const lessonFields = {
  title: text({ required: true, max: 160 }),
  minutes: number({ integer: true, min: 1, max: 600 }),
  sort: number({ readOnly: true, integer: true }),
} as const satisfies Fields
