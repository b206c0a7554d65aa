import { useEffect } from 'react'

/** Sets the title of the window or tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Lapangan` : 'Lapangan'
  }, [title])
}
