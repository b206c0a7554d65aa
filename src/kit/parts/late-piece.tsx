import { type ComponentType, lazy, useEffect, useState } from 'react'
import { onReached } from '#console/data/api/connection.ts'

type Load<P> = () => Promise<ComponentType<P>>

/** Renders nothing until the code is loaded. */
function Retrying<P extends object>({ load, props }: { load: Load<P>; props: P }) {
  const [Piece, setPiece] = useState<ComponentType<P> | null>(null)
  useEffect(() => {
    const fetchAgain = () =>
      void load().then(
        (component) => setPiece(() => component),
        () => undefined,
      )
    fetchAgain()
    const unsubscribe = onReached(fetchAgain)
    return () => void unsubscribe()
  }, [load])
  return Piece && <Piece {...props} />
}

/** An optional part of a screen: where its code cannot be loaded, the screen stays, and loading is retried with the network. */
export function latePiece<P extends object>(load: Load<P>): ComponentType<P> {
  return lazy(async (): Promise<{ default: ComponentType<P> }> => {
    try {
      return { default: await load() }
    } catch {
      return { default: (props) => <Retrying load={load} props={props} /> }
    }
  })
}
