/** The three ways in which a component waits for its code. When code is fetched is src/data/base/deferred.ts's matter. */
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState, useTransition } from 'react'
import { onReached } from '#console/data/api/connection.ts'
import { PageSkeleton } from './page-skeleton.tsx'

type Load<P> = () => Promise<ComponentType<P>>

/** Renders nothing until the code is loaded. */
function Retrying<P extends object>({ load, props }: { load: Load<P>; props: P }) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null)
  useEffect(() => {
    const fetchAgain = () =>
      void load().then(
        (component) => setPart(() => component),
        () => undefined,
      )
    fetchAgain()
    const unsubscribe = onReached(fetchAgain)
    return () => void unsubscribe()
  }, [load])
  return Part && <Part {...props} />
}

/** A part that draws nothing, such as keys. It acts as soon as its code is loaded: a lazy component waits up to 300 ms for its turn. */
export function effects<P extends object>(load: Load<P>): ComponentType<P> {
  return (props) => <Retrying load={load} props={props} />
}

/** An optional part of a screen: where its code cannot be loaded, the screen stays, and loading is retried with the network. */
export function deferred<P extends object>(load: Load<P>): ComponentType<P> {
  return lazy(async (): Promise<{ default: ComponentType<P> }> => {
    try {
      return { default: await load() }
    } catch {
      return { default: (props) => <Retrying load={load} props={props} /> }
    }
  })
}

/** A lazily loaded component with its loader. */
interface Preloadable<P> {
  Component: ComponentType<P>
  load: () => Promise<unknown>
}

/** A whole page. Renders at once when the code is loaded: a plain lazy component shows its skeleton for at least 300 ms. */
export function preloadable<P extends object>(fetch: Load<P>): Preloadable<P> {
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

export interface PressedPanelProps {
  /** Opened by a press, so it opens as soon as its code is loaded. */
  open: boolean
}

/** A pressed button looks open while the panel's code loads. */
interface ButtonState {
  onClick: () => void
  onPointerEnter: () => void
  onPointerDown: () => void
  onFocus: () => void
  'aria-expanded': boolean
}

interface LoadOnPressProps<P> {
  panel: ComponentType<P & PressedPanelProps>
  load: () => void
  /** The button before its panel is loaded; it must look like the panel's own. */
  button: (props: ButtonState) => ReactNode
  props: P
  /** Key of the record; when it changes, the panel closes. */
  of?: string
}

/** A menu or panel whose code is loaded on intent, not before the first row. */
export function LoadOnPress<P extends object>({ panel: Panel, load, button, props, of = '' }: LoadOnPressProps<P>) {
  const [pressed, setPressed] = useState<string | null>(null)
  // The button looks open in the next frame, however long its panel takes to draw.
  const [isOpening, startOpening] = useTransition()
  const press = () => startOpening(() => setPressed(of))
  const plain = (isPressed: boolean) =>
    button({ onClick: press, onPointerEnter: load, onPointerDown: load, onFocus: load, 'aria-expanded': isPressed })
  return pressed === of ? (
    <Suspense key={of} fallback={plain(true)}>
      <Panel {...props} open />
    </Suspense>
  ) : (
    plain(isOpening)
  )
}
