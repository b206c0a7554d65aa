import { useQuery } from '@tanstack/react-query'
import { t } from '#console/i18n/i18n.ts'
import { useAddress } from '#console/kit/form/values/use-address.ts'
import type { Item } from './fold.ts'
import { contentOptions } from './use-attachments.ts'

/** Inline player of a voice note. */
export function AudioPlayer({ item }: { item: Item }) {
  const { data, error, fetchStatus } = useQuery(contentOptions(item, false))
  const address = useAddress({ content: data })
  if (address)
    return (
      // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was just said
      <audio controls autoPlay src={address} aria-label={item.name} className="h-11 w-full" />
    )
  return (
    <p role="status" className="text-sm text-muted-foreground">
      {t(error || fetchStatus === 'paused' ? 'attachments.notHere' : 'app.loading')}
    </p>
  )
}
