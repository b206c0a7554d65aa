import { type ReactNode, useState } from 'react'
import { usePictureAddress } from '#console/data/api/picture-address.ts'
import { t } from '#console/i18n/i18n.ts'

interface Props {
  /** A stored picture, or one of this device; null where it cannot be had. */
  src: string | null
  alt: string
  /** Pixels across that a sharp screen has use for. */
  width: number
  className?: string
  /** Of what stands in its place. */
  missing?: string
  /** Beside the words 'image not available'. */
  icon?: ReactNode
  /** There is no room for the words, so they are read out and shown on hover. */
  compact?: boolean
  lazy?: boolean
}

/** A picture, through the image loader; 'image not available' where it fails (docs/product/forms.md#image-loader). */
export function Picture({
  src,
  alt,
  width,
  className,
  missing = 'text-xs text-muted-foreground',
  icon,
  compact = false,
  lazy = false,
}: Props) {
  const address = usePictureAddress(src, width)
  const [broken, setBroken] = useState<string | null>(null)
  if (!address || broken === address)
    return (
      <span className={missing} {...(compact && { title: t('list.noImage') })}>
        {icon}
        <span className={compact ? 'sr-only' : undefined}>{t('list.noImage')}</span>
      </span>
    )
  return (
    <img
      src={address}
      alt={alt}
      className={className}
      draggable={false}
      {...(lazy && { loading: 'lazy' as const })}
      onError={() => setBroken(address)}
    />
  )
}
