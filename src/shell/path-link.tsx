import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** A link to a path that comes from data, such as the navigation's. Own paths only; other keys and buttons stay the browser's. */
export function PathLink({ href, onClick, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter()
  return (
    <a
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        router.history.push(href)
      }}
      {...rest}
    >
      {children}
    </a>
  )
}
