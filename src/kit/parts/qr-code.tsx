import { useMemo } from 'react'
import { encode } from 'uqr'

/** A text as a QR code of level M: how many squares wide it is, border included, and the path of its dark ones. */
export function qrPath(text: string): { size: number; path: string } {
  const { data } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: data.length, path: squares.join('') }
}

/** Dark on light in either theme, because cameras expect it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => qrPath(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-lg border bg-white"
    >
      <path d={path} className="fill-black" />
    </svg>
  )
}
