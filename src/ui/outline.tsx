import type { SVGProps } from 'react'

/** SVG of a custom icon with the icon library's stroke; `children`: shapes in a 24 by 24 view box. */
export function Outline({ children, ...props }: SVGProps<SVGSVGElement>) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its caller labels or hides it
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" {...props}>
      {children}
    </svg>
  )
}
