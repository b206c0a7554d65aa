import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { reloadShifts } from '#console/data/chat/shift.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { submit } from '#console/data/writes/submit.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { reasonOf } from '#console/kit/text/reason.ts'
import { Button } from '#console/ui/button.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { Switch } from '#console/ui/switch.tsx'
import { shiftAssign, shiftList, shiftUpdated } from '#contract/chat/shift.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import { useChatMay } from '../room/may.ts'

interface Executive {
  id: number
  name: string
  is_active: boolean
}

/** Above any real number; the base contract requests this many users (docs/product/chat.md#account-executives). */
const size = 1_000
const key = queryKeys.call(shiftList.name, '')

/** 'Account Executive List' (docs/product/chat.md#account-executives): who is on shift, with a switch for some. */
export function Executives({ onClose }: { onClose: () => void }) {
  const may = useChatMay()
  const client = useQueryClient()
  const [busy, setBusy] = useState<number | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request<Page<Executive>>(shiftList, { list: { ...firstPage, size }, signal }),
  })
  async function toggle({ id, is_active }: Executive) {
    if (!may.assign) return postMessage({ kind: 'error', text: t('app.noAccess') })
    setBusy(id)
    try {
      await submit({ call: shiftAssign, patch: { user_id: id, is_active: !is_active } })
      postMessage({ kind: 'success', text: shiftUpdated })
    } catch (failure) {
      postMessage({ kind: 'error', text: await reasonOf(failure) })
    }
    await reloadShifts(client)
    setBusy(null)
  }
  return (
    <ResponsiveDialog open onOpenChange={(open) => !open && onClose()} title={t('chat.executives')} closeLabel={t('app.close')}>
      <div className="px-5 pt-2 pb-4">
        {error ? (
          <div className="flex items-center justify-between gap-4 py-6 text-sm">
            {localised(error.message)}
            <Button onClick={() => void refetch()}>{t('app.retry')}</Button>
          </div>
        ) : (
          <table className="w-full text-sm">
            <thead>
              <tr className="border-b text-xs text-muted-foreground">
                <th scope="col" className="py-2 text-start font-medium">
                  {t('field.name')}
                </th>
                <th scope="col" className="py-2 text-start font-medium">
                  {t('field.status')}
                </th>
                <th scope="col" className="py-2 text-end font-medium">
                  {t('chat.action')}
                </th>
              </tr>
            </thead>
            <tbody>
              {!data &&
                [0, 1, 2, 3].map((at) => (
                  <tr key={at} className="border-b last:border-0">
                    <td colSpan={3} className="py-3">
                      <Skeleton className="h-5" />
                    </td>
                  </tr>
                ))}
              {data?.data.map((person) => (
                <tr key={person.id} className="h-12 border-b last:border-0">
                  <td className="pe-3">
                    <bdi>{person.name}</bdi>
                  </td>
                  <td>
                    <StatusBadge
                      value={person.is_active}
                      tone={person.is_active ? 'good' : 'neutral'}
                      label={t(person.is_active ? 'chat.isOnline' : 'chat.isOffline')}
                    />
                  </td>
                  <td className="text-end">
                    <Switch
                      checked={person.is_active}
                      disabled={busy === person.id}
                      onChange={() => void toggle(person)}
                      aria-label={t('chat.shiftOf', { name: person.name })}
                    />
                  </td>
                </tr>
              ))}
              {data?.data.length === 0 && (
                <tr>
                  <td colSpan={3} className="py-8 text-center text-muted-foreground">
                    {t('list.empty')}
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        )}
      </div>
    </ResponsiveDialog>
  )
}
