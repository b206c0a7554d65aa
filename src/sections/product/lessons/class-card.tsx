import { Suspense } from 'react'
import { SwitchCell } from '#console/kit/list/deferred-parts.ts'
import { Picture } from '#console/kit/parts/picture.tsx'
import { useMay } from '#console/kit/text/permissions.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'

interface Props {
  section: Section
  row: AnyRow
  price: string
  /** Lessons and their minutes. */
  size: string
  /** Under it, such as the teacher. */
  about: string
}

/** A class or a program in a list on a phone: cover, price, lessons, and whether it is published. */
export function ClassCard({ section, row, price, size, about }: Props) {
  const may = useMay(section)
  const { cover, title }: Record<string, unknown> = row
  return (
    <span className="flex items-start gap-3 pb-2 text-sm text-muted-foreground">
      {isRecord(cover) && (
        <Picture
          src={toText(cover.url)}
          alt=""
          width={240}
          lazy
          compact
          className="aspect-video w-20 shrink-0 rounded-md object-cover"
          missing="grid aspect-video w-20 shrink-0 place-items-center rounded-md bg-muted text-xs"
        />
      )}
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-medium text-foreground tabular-nums">{price}</span>
        <span className="tabular-nums">{size}</span>
        {about && (
          <span className="truncate">
            <bdi>{about}</bdi>
          </span>
        )}
      </span>
      <Suspense>
        <SwitchCell section={section} name="is_show" row={row} title={toText(title)} allowed={may.update} />
      </Suspense>
    </span>
  )
}
