import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { afterPaint } from '#console/data/base/deferred.ts'
import { isPlainPress } from '#console/ui/hooks/plain-press.ts'

/** Link to a path from data, such as the navigation's. Own paths only; modified clicks are left to the browser. */
export function PathLink({ href, onClick, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter()
  return (
    <a
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!isPlainPress(event)) return
        event.preventDefault()
        // The press is seen at once; a screen takes more than a frame.
        afterPaint(() => router.history.push(href))
      }}
      {...rest}
    >
      {children}
    </a>
  )
}
