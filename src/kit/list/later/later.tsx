import { type ComponentType, type ReactNode, Suspense, useState } from 'react'

export interface LaterProps {
  /** The panel was asked for by a press, so it opens as soon as it is here. */
  open: boolean
}

/** Pressed it looks open at once, however long the panel's code takes. */
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
  /** The button as it looks before its panel is here; it must look like the panel's own. */
  button: (props: ButtonState) => ReactNode
  props: P
  /** Whose panel it is, where the same button comes to serve another record: then the panel is closed. */
  of?: string
}

/** A menu or panel whose code is fetched on intent: the first row does not need it. */
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
