import { type ComponentType, type ReactNode, Suspense, useState } from 'react'

export interface LaterProps {
  /** The panel was asked for by a press, so it opens as soon as it is here. */
  open: boolean
}

interface Props<P> {
  panel: ComponentType<P & LaterProps>
  load: () => void
  /** The button as it looks before its panel is here; it must look like the panel's own. */
  button: (props: { onClick: () => void; onPointerEnter: () => void; onFocus: () => void }) => ReactNode
  props: P
}

/** A menu or panel whose code is fetched on intent: the first row does not need it. */
export function Later<P extends object>({ panel: Panel, load, button, props }: Props<P>) {
  const [asked, setAsked] = useState(false)
  const plain = button({ onClick: () => setAsked(true), onPointerEnter: load, onFocus: load })
  return asked ? (
    <Suspense fallback={plain}>
      <Panel {...props} open />
    </Suspense>
  ) : (
    plain
  )
}
