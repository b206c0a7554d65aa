import { type Fields, file, number, text, video } from '../kit/field/field.ts'
import { maxVideoBytes, videoTypes } from '../kit/field/video.ts'

/** Most lessons of a section of a class, and of a program. */
export const maxLessons = 200
/** Most sections of a class. */
export const maxSections = 50

/** What the file of a lesson may be, by content. */
export const lessonFileTypes = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'image/jpeg',
  'image/png',
  'image/webp',
] as const

/** Maximum bytes of a lesson's file, 50 MB. */
export const maxLessonFileBytes = 52_428_800

/** Lessons of classes and programs, in their order; `sort` is their place in it, from 1. */
export const lessonFields = {
  title: text({ required: true, max: 160 }),
  /** Plays by signed addresses only: it is what members pay for. */
  video: video({ storage: 'private', accept: videoTypes, maxBytes: maxVideoBytes }),
  /** Instead of a video, or beside it. Read by signed addresses only. */
  file: file({ storage: 'signed', accept: lessonFileTypes, maxBytes: maxLessonFileBytes }),
  minutes: number({ integer: true, min: 1, max: 600 }),
  sort: number({ readOnly: true, integer: true }),
} as const satisfies Fields
