import { Skeleton } from '#console/ui/skeleton.tsx'

const shapes = [
  ['items-start', 'h-14 w-64'],
  ['items-start', 'h-10 w-44'],
  ['items-end', 'h-16 w-72'],
  ['items-start', 'h-10 w-56'],
  ['items-end', 'h-10 w-40'],
  ['items-end', 'h-24 w-64'],
] as const

/** Placeholders of loading messages, at the end. */
export function MessageSkeletons() {
  return (
    <div aria-busy="true" className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden px-3 pb-4 md:px-6">
      {shapes.map(([side, size]) => (
        <span key={size} className={`flex flex-col ${side}`}>
          <Skeleton className={`max-w-full rounded-2xl! ${size}`} />
        </span>
      ))}
    </div>
  )
}
