import { LoaderCircle } from 'lucide-react'

/** Turns while something is under way; the words beside it say what. */
export function Spinner({ className = 'size-4' }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={`animate-spin ${className}`} />
}
