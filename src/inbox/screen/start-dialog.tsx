import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { submit } from '#console/data/writes/submit.ts'
import { t } from '#console/i18n/i18n.ts'
import { showPhone } from '#console/kit/text/phone.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { describedBy, Field } from '#console/ui/field.tsx'
import { Input } from '#console/ui/input.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { Select } from '#console/ui/select.tsx'
import { toRecord } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import { customerPhone } from '#contract/lib/phone.ts'
import { isolate, markValue } from '#contract/lib/value-parts.ts'
import { ownNumbers } from '#contract/sections/other/whatsapp-number.ts'
import { startRoom } from '#contract/sections/sales/chat-platform.ts'

interface OwnNumber {
  id: number
  name: string
  phone: string
}

/** As many as the base contract requests (docs/product/chat.md#account-executives). */
const size = 1_000
const isRefused = (error: unknown) => error instanceof ApiError && error.status === 403
const isOffline = (error: unknown) => error instanceof ApiError && error.offline

function refOf(answer: unknown): string | null {
  const { ref } = toRecord(toRecord(answer).data)
  return typeof ref === 'string' ? ref : null
}

/** Starts a chat with a number. Only a template is allowed until the customer answers. */
export function StartDialog({ onClose, onStarted }: { onClose: () => void; onStarted: (room: string) => void }) {
  const id = useId()
  const [phone, setPhone] = useState('')
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [invalid, setInvalid] = useState(false)
  const [busy, setBusy] = useState(false)
  const { data, error } = useQuery({
    queryKey: queryKeys.call(ownNumbers.name, ''),
    queryFn: ({ signal }) => request<Page<OwnNumber>>(ownNumbers, { list: { ...firstPage, size }, signal }),
    retry: false,
  })
  const numbers = data?.data ?? []
  const number = chosen || String(numbers[0]?.id ?? '')
  // A person without any listed number may not start (docs/product/chat.md#starting-a-chat).
  const refused = (error !== null && !isOffline(error)) || data?.data.length === 0
  const trouble = refused ? t('chat.mayNotStart') : (problem ?? error?.message)

  async function start(event: FormEvent) {
    event.preventDefault()
    const normal = customerPhone(phone)
    setInvalid(!normal)
    if (!normal) return
    setBusy(true)
    setProblem(null)
    try {
      const patch = { customer_phone: normal, ...(name.trim() && { contact_name: name.trim() }), whatsapp_number: Number(number) }
      const room = refOf((await submit({ call: startRoom, patch })).response)
      if (room) onStarted(room)
    } catch (failure) {
      setProblem(isRefused(failure) ? t('chat.mayNotStart') : await reasonOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <ResponsiveDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('chat.start')}
      description={t('chat.startDetail')}
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button variant="primary" type="submit" form={id} busy={busy} disabled={refused || !number}>
            {t('chat.start')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4 px-5 py-4" onSubmit={(event) => void start(event)}>
        {trouble && <Alert tone="danger">{trouble}</Alert>}
        <Field
          id={`${id}-phone`}
          label={t('field.phone')}
          error={invalid ? t('chat.phoneWrong') : undefined}
          hint={<bdi dir="ltr">0812…, +62 812…, +65 9…</bdi>}
        >
          <Input
            id={`${id}-phone`}
            type="tel"
            inputMode="tel"
            dir="ltr"
            autoFocus
            value={phone}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy(`${id}-phone`)}
            onChange={(event) => setPhone(event.currentTarget.value)}
          />
        </Field>
        <Field id={`${id}-name`} label={t('chat.contactName')}>
          <Input id={`${id}-name`} dir="auto" maxLength={120} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        </Field>
        <Field id={`${id}-number`} label={t('chat.from')}>
          <Select id={`${id}-number`} value={number} onChange={(event) => setChosen(event.currentTarget.value)}>
            {numbers.map((own) => (
              <option key={own.id} value={String(own.id)}>
                {`${isolate(own.name)} · ${markValue(showPhone(own.phone))}`}
              </option>
            ))}
          </Select>
        </Field>
      </form>
    </ResponsiveDialog>
  )
}
