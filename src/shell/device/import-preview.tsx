import type { Preview } from '#console/data/writes/move.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/text/format.ts'
import { formatSize } from '#console/kit/text/format-more.ts'
import { Button } from '#console/ui/button.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { changeText } from '../outbox/change-text.ts'

const max = 50
const at = (milliseconds: number) => formatDateTime(new Date(milliseconds).toISOString())

interface Props {
  preview: Preview
  onAdd: () => void
  onClose: () => void
}

/** Preview of a file's changes before they are added here. */
export function ImportPreview({ preview, onAdd, onClose }: Props) {
  const { additions, known, files, size, made } = preview
  const count = additions.length
  return (
    <ResponsiveDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('bundle.preview')}
      description={t('bundle.made', { date: at(made) })}
      closeLabel={t('app.close')}
      className="max-w-xl"
      footer={
        <>
          <Button onClick={onClose}>{t(count ? 'app.cancel' : 'app.close')}</Button>
          {count > 0 && (
            <Button variant="primary" onClick={onAdd}>
              {t('bundle.add', { count })}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3 px-5 pb-4 text-sm">
        <ul className="grid gap-1">
          {count > 0 && <li className="font-medium">{t('bundle.new', { count })}</li>}
          {known > 0 && <li className="text-muted-foreground">{t('bundle.known', { count: known })}</li>}
          {files > 0 && <li className="text-muted-foreground">{t('bundle.files', { count: files, size: formatSize(size) })}</li>}
        </ul>
        {count > 0 && (
          <ul className="divide-y rounded-lg border">
            {additions.slice(0, max).map(({ row }) => (
              <li key={row.id} className="px-3 py-2">
                <p className="truncate font-medium">{row.label || changeText(row)}</p>
                <p className="truncate text-xs text-muted-foreground">
                  {row.label && <>{changeText(row)} · </>}
                  {at(row.createdAt)}
                </p>
              </li>
            ))}
            {count > max && <li className="px-3 py-2 text-muted-foreground">{t('bundle.more', { count: count - max })}</li>}
          </ul>
        )}
      </div>
    </ResponsiveDialog>
  )
}
