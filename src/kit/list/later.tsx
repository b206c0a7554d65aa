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
  /** Whose panel it is, where the same button comes to serve another record: then the panel is closed. */
  of?: string
}

/** A menu or panel whose code is fetched on intent: the first row does not need it. */
export function Later<P extends object>({ panel: Panel, load, button, props, of = '' }: Props<P>) {
  const [asked, setAsked] = useState<string | null>(null)
  const plain = button({ onClick: () => setAsked(of), onPointerEnter: load, onFocus: load })
  return asked === of ? (
    <Suspense key={of} fallback={plain}>
      <Panel {...props} open />
    </Suspense>
  ) : (
    plain
  )
}
