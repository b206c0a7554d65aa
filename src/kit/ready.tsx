import { type ComponentType, lazy, Suspense, useState } from 'react'
import { PageSkeleton } from './parts/page-skeleton.tsx'

/** A component whose code comes later, and what fetches it ahead. */
export interface Later<P> {
  Component: ComponentType<P>
  load: () => Promise<unknown>
}

/** Shown at once when its code is here: a plain lazy one shows its skeleton first, and for 300 ms at least. */
export function later<P extends object>(fetch: () => Promise<ComponentType<P>>): Later<P> {
  let here: ComponentType<P> | null = null
  const load = async () => {
    here = await fetch()
    return { default: here }
  }
  const Waiting: ComponentType<P> = lazy(load)
  return {
    load,
    // biome-ignore lint/correctness/noComponentHookFactories: made once per piece of code, when its module is loaded
    Component: (props) => {
      const [Shown] = useState<ComponentType<P>>(() => here ?? Waiting)
      return (
        <Suspense fallback={<PageSkeleton />}>
          <Shown {...props} />
        </Suspense>
      )
    },
  }
}
