import { useEffect } from 'react'

/** Names the window, or tab, after the screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Lapangan` : 'Lapangan'
  }, [title])
}
