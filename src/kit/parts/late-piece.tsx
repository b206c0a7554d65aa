import { type ComponentType, lazy, useEffect, useState } from 'react'
import { onReached } from '#console/data/api/connection.ts'

type Load<P> = () => Promise<ComponentType<P>>

/** Nothing, until the server answers and the code is here. */
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

/** A part that a screen can do without: where its code cannot be fetched, the screen stays, and the part comes with the network. */
export function latePiece<P extends object>(load: Load<P>): ComponentType<P> {
  return lazy(async (): Promise<{ default: ComponentType<P> }> => {
    try {
      return { default: await load() }
    } catch {
      return { default: (props) => <Retrying load={load} props={props} /> }
    }
  })
}
