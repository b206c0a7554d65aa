import { LoaderCircle } from 'lucide-react'

/** Spinner; the text beside it names the work. */
export function Spinner({ className = 'size-4' }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={`animate-spin ${className}`} />
}
