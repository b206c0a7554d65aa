import { useQuery } from '@tanstack/react-query'
import { t } from '#console/i18n/i18n.ts'
import { saveFile } from '#console/kit/files/save-file.ts'
import { useAddress } from '#console/kit/form/values/use-address.ts'
import { Picture } from '#console/kit/parts/picture.tsx'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import type { Item } from './fold.ts'
import { contentOptions } from './use-attachments.ts'

/** A picture in full screen size. */
export function Preview({ item, onClose }: { item: Item; onClose: () => void }) {
  const { data, error, fetchStatus } = useQuery(contentOptions(item, 'whole'))
  const missing = Boolean(error) || fetchStatus === 'paused'
  // Offline, a cached thumbnail is better than none.
  const { data: small } = useQuery({ ...contentOptions(item, 'small'), enabled: false })
  const content = data ?? (missing ? small : undefined)
  const address = useAddress({ content })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<bdi>{item.name}</bdi>}
      closeLabel={t('app.close')}
      className="max-w-5xl"
      {...(content && { footer: <Button onClick={() => void saveFile(content, item.name)}>{t('attachments.save')}</Button> })}
    >
      <div className="grid min-h-40 place-items-center bg-muted/50 p-2">
        {address ? (
          <Picture
            src={address}
            alt={item.name}
            width={2_048}
            className="max-h-[calc(100dvh-14rem)] max-w-full object-contain"
            missing="p-6 text-sm text-muted-foreground"
          />
        ) : (
          <p role="status" className="flex items-center gap-2 p-6 text-sm text-muted-foreground">
            {!missing && <Spinner />}
            {t(missing ? 'attachments.notHere' : 'app.loading')}
          </p>
        )}
      </div>
    </Dialog>
  )
}
