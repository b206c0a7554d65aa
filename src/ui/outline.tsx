import type { SVGProps } from 'react'

/** The stroke of icons that are drawn here, the same as in the icon library; `children` are its shapes on a field of 24. */
export function Outline({ children, ...props }: SVGProps<SVGSVGElement>) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: whoever draws it says what it means, or that it means nothing
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" {...props}>
      {children}
    </svg>
  )
}
