import { Skeleton } from '#console/ui/skeleton.tsx'

/** Placeholder while code or leads are loading. */
export function BoardSkeleton() {
  return (
    <div aria-hidden="true" className="flex gap-3 overflow-hidden px-4 pb-4" data-skeleton>
      {[1, 2, 3, 4, 5].map((lane) => (
        <div key={lane} className="flex w-[19rem] max-w-[82vw] shrink-0 flex-col gap-2 rounded-xl bg-muted/50 p-2">
          <Skeleton className="h-8 w-32" />
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </div>
      ))}
    </div>
  )
}
