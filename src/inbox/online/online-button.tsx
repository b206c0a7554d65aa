import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { lazy, memo, Suspense, useRef, useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { reloadShifts, useOnlineCount } from '#console/data/chat/shift.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { submit } from '#console/data/writes/submit.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { Button } from '#console/ui/button.tsx'
import { Label } from '#console/ui/label.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { Switch } from '#console/ui/switch.tsx'
import { ownShift, shiftUpdate, shiftUpdated } from '#contract/chat/shift.ts'
import { useChatMay } from '../room/may.ts'

const Executives = lazy(() => import('./executives.tsx').then((module) => ({ default: module.Executives })))

const ownKey = queryKeys.call(ownShift.name, '')

/** Whether this person is on shift. */
function OwnShift() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { data } = useQuery({ queryKey: ownKey, queryFn: ({ signal }) => request<{ is_active: boolean }>(ownShift, { signal }) })
  const toggle = async () => {
    setBusy(true)
    try {
      await submit({ call: shiftUpdate, patch: { is_active: !data?.is_active } })
      postMessage({ kind: 'success', text: shiftUpdated })
    } catch (error) {
      postMessage({ kind: 'error', text: await reasonOf(error) })
    }
    await reloadShifts(client)
    setBusy(false)
  }
  return (
    <div className="flex min-h-11 items-center justify-between gap-6">
      <Label htmlFor="own-shift">{t('chat.atWork')}</Label>
      <Switch id="own-shift" checked={data?.is_active === true} disabled={busy || !data} onChange={() => void toggle()} />
    </div>
  )
}

/** Number of account executives on shift, polled every minute; opens one's own shift and the full list. */
export const OnlineButton = memo(function UnmemoizedOnlineButton() {
  const count = useOnlineCount()
  const may = useChatMay()
  const [open, setOpen] = useState(false)
  const [listed, setListed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = () => {
    // The panel goes as the window comes, so the window's focus returns to the button of both.
    button.current?.focus()
    setOpen(false)
    if (may.seeExecutives) setListed(true)
    else postMessage({ kind: 'error', text: t('app.noAccess') })
  }
  return (
    <>
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button ref={button} variant="quiet" size="small" className="rounded-full!" data-online={count}>
            <span aria-hidden="true" className={`size-2 rounded-full ${count ? 'bg-primary' : 'bg-input'}`} />
            {count === undefined ? t('chat.onlineUnknown') : t('chat.online', { count, shown: formatNumber(count) })}
            <ChevronDown aria-hidden="true" className="size-3.5!" />
          </Button>
        </PopoverTrigger>
        <PopoverContent className="w-64" aria-label={t('chat.executives')}>
          {may.update && <OwnShift />}
          <Button className="w-full" aria-haspopup="dialog" onClick={list}>
            {t('chat.executives')}
          </Button>
        </PopoverContent>
      </Popover>
      {listed && (
        <Suspense>
          <Executives onClose={() => setListed(false)} />
        </Suspense>
      )}
    </>
  )
})
