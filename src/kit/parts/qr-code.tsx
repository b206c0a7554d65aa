import { useMemo } from 'react'
import { encode } from 'uqr'

/** Encodes a text as a QR code of level M: size in modules, border included, and the path of the dark ones. */
export function qrPath(text: string): { size: number; path: string } {
  const { data } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: data.length, path: squares.join('') }
}

/** Dark on light in both themes, as cameras expect. */
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
