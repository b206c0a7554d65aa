import { Copy, Download } from 'lucide-react'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { saveFile } from '#console/kit/files/save-file.ts'
import { AddressLink } from '#console/kit/parts/public-address.tsx'
import { QrCode, qrPath } from '#console/kit/parts/qr-code.tsx'
import { formatNumber } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { copyAddress, shortLinkAddress } from './address.ts'

const pixels = 1_024

/** A QR code as a PNG to print: sharp modules, dark on white. Rejects where the device cannot draw one. */
async function qrPicture(text: string): Promise<Blob> {
  const { size, path } = qrPath(text)
  const canvas = document.createElement('canvas')
  const scale = Math.ceil(pixels / size)
  canvas.width = canvas.height = size * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('nothing to draw on')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}

/** A short link to share: URL, QR code, and number of visits. */
export function LinkPanel({ record }: { record: AnyRow }) {
  useLocale()
  const slug = toText(record.slug)
  const address = shortLinkAddress(slug)
  return (
    <section className="flex flex-col gap-5 rounded-lg border p-4 sm:col-span-2 sm:flex-row sm:items-center">
      <QrCode text={address} label={t('short-link.qr', { address })} />
      <div className="flex min-w-0 flex-1 sm:basis-56 flex-col gap-3">
        <AddressLink address={address} />
        <p className="text-sm text-muted-foreground tabular-nums">
          {t('short-link.followed', { count: Number(record.clicks ?? 0), shown: formatNumber(Number(record.clicks ?? 0)) })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void copyAddress(slug)}>
            <Copy aria-hidden="true" />
            {t('short-link.copy')}
          </Button>
          <Button onClick={() => void qrPicture(address).then((picture) => saveFile(picture, `${slug}.png`))}>
            <Download aria-hidden="true" />
            {t('short-link.download')}
          </Button>
        </div>
      </div>
    </section>
  )
}
