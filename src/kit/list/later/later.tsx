import { type ComponentType, type ReactNode, Suspense, useState } from 'react'

export interface LaterProps {
  /** Opened by a press, so it opens as soon as its code is loaded. */
  open: boolean
}

/** A pressed button looks open while the panel's code loads. */
export interface ButtonState {
  onClick: () => void
  onPointerEnter: () => void
  onPointerDown: () => void
  onFocus: () => void
  'aria-expanded': boolean
}

interface Props<P> {
  panel: ComponentType<P & LaterProps>
  load: () => void
  /** The button before its panel is loaded; it must look like the panel's own. */
  button: (props: ButtonState) => ReactNode
  props: P
  /** Key of the record; when it changes, the panel closes. */
  of?: string
}

/** A menu or panel whose code is loaded on intent, not before the first row. */
export function Later<P extends object>({ panel: Panel, load, button, props, of = '' }: Props<P>) {
  const [asked, setRequested] = useState<string | null>(null)
  const plain = (isRequested: boolean) =>
    button({ onClick: () => setRequested(of), onPointerEnter: load, onPointerDown: load, onFocus: load, 'aria-expanded': isRequested })
  return asked === of ? (
    <Suspense key={of} fallback={plain(true)}>
      <Panel {...props} open />
    </Suspense>
  ) : (
    plain(false)
  )
}
