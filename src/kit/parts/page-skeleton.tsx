const bars = ['w-40', 'w-full', 'w-full', 'w-2/3', 'w-full', 'w-1/2']

/** Placeholder of a form while its code or record loads. */
export function PageSkeleton() {
  return (
    <div aria-hidden="true" className="mx-auto flex w-full max-w-4xl flex-col gap-5 p-4" data-skeleton>
      {bars.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
        <span key={index} className={`block h-9 animate-breathe rounded-md bg-muted ${width}`} />
      ))}
    </div>
  )
}
