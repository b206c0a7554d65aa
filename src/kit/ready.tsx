import { type ComponentType, lazy, Suspense, useState } from 'react'
import { PageSkeleton } from './parts/page-skeleton.tsx'

/** A lazily loaded component with its loader. */
export interface Later<P> {
  Component: ComponentType<P>
  load: () => Promise<unknown>
}

/** Renders at once when the code is loaded: a plain lazy component shows its skeleton for at least 300 ms. */
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
