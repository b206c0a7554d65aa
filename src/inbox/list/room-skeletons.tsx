import { Skeleton } from '#console/ui/skeleton.tsx'

const widths = ['w-32', 'w-40', 'w-28', 'w-36', 'w-24', 'w-40', 'w-32', 'w-28'] as const

/** Placeholders of rows, in their final size. */
export function RoomSkeletons() {
  return (
    <div aria-busy="true">
      {widths.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <div key={at} className="flex h-20 items-center gap-3 px-4">
          <Skeleton className="size-11 rounded-full!" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className={`h-3.5 ${width}`} />
            <Skeleton className="h-3 w-11/12" />
          </span>
          <Skeleton className="mb-5 h-3 w-9" />
        </div>
      ))}
    </div>
  )
}
