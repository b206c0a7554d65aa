import { lazy, Suspense } from 'react'
import type { InputProps } from '#console/kit/form/values/tools.ts'

const LessonTree = lazy(async () => ({ default: (await import('./lesson-tree.tsx')).LessonTree }))

/** The tree of lessons, with what drags them, once a form needs it. */
export const LessonsInput = (props: InputProps) => (
  <Suspense fallback={<div className="h-40 animate-breathe rounded-md bg-muted" />}>
    <LessonTree {...props} />
  </Suspense>
)
