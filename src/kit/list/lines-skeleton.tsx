import { Skeleton } from '#console/ui/skeleton.tsx'

/** Two-line placeholders until the first response. */
export function LinesSkeleton() {
  return (
    <div aria-hidden="true" data-skeleton className="grid gap-5 py-2">
      {[0, 1, 2].map((each) => (
        <div key={each} className="grid gap-2">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="h-4 w-80 max-w-full" />
        </div>
      ))}
    </div>
  )
}
