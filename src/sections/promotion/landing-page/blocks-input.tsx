import { lazy, Suspense } from 'react'
import type { InputProps } from '#console/kit/form/values/tools.ts'

const BlocksEditor = lazy(async () => ({ default: (await import('./blocks-editor.tsx')).BlocksEditor }))

/** The editor of blocks, with what drags and draws them, once a form needs it. */
export const BlocksInput = (props: InputProps) => (
  <Suspense fallback={<div className="h-72 animate-breathe rounded-lg bg-muted motion-reduce:animate-none" />}>
    <BlocksEditor {...props} />
  </Suspense>
)
