import { type Fields, number, text, video } from '../kit/field/field.ts'
import { maxVideoBytes, videoTypes } from '../kit/field/video.ts'

/** Most lessons of a section of a class, and of a program. */
export const maxLessons = 200
/** Most sections of a class. */
export const maxSections = 50

/** Lessons of classes and programs, in their order; `sort` is their place in it, from 1. */
export const lessonFields = {
  title: text({ required: true, max: 160 }),
  /** Plays by signed addresses only: it is what members pay for. */
  video: video({ storage: 'private', accept: videoTypes, maxBytes: maxVideoBytes }),
  minutes: number({ integer: true, min: 1, max: 600 }),
  sort: number({ readOnly: true, integer: true }),
} as const satisfies Fields
