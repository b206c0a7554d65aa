import { ContactRound } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { serverNow } from '#console/data/base/server-clock.ts'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { askContact } from '#console/data/chat/write.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { describedBy, Field } from '#console/ui/field.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { Textarea } from '#console/ui/textarea.tsx'
import { contactRequestHours, maxContactRequest } from '#contract/chat/messages.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { reportFailure } from '../room/report-failure.ts'

interface Props {
  room: Room
  messages: readonly ShownMessage[]
  /** Called with the ref of the sent message. */
  onSent: (ref: string) => void
}

const isOpenRequest = ({ chips, tick, created_at }: ShownMessage): boolean =>
  chips?.some(({ chip }) => chip === 'contactRequest') === true &&
  tick !== 'failed' &&
  Date.parse(created_at) > serverNow() - contactRequestHours * 3_600_000

function Asking({ room, onSent, onClose }: Pick<Props, 'room' | 'onSent'> & { onClose: () => void }) {
  const id = useId()
  const [key] = useState(() => uuidv7())
  const [text, setText] = useState(() => t('part.askNumberText'))
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const content = text.trim()
  async function send(event: FormEvent) {
    event.preventDefault()
    // A second press comes before the first is drawn.
    if (!content || sending.current) return
    sending.current = true
    setBusy(true)
    const asking = askContact(room, content, key)
    if (await reportFailure(asking)) {
      onClose()
      return onSent(await asking)
    }
    sending.current = false
    setBusy(false)
  }
  return (
    <form className="flex flex-col gap-3 p-4" onSubmit={(event) => void send(event)}>
      <Field id={id} label={t('part.askNumberLabel')} hint={t('part.askNumberHint')}>
        <Textarea
          id={id}
          dir="auto"
          rows={3}
          maxLength={maxContactRequest}
          value={text}
          aria-describedby={describedBy(id)}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="primary" className="self-end" busy={busy} disabled={!content}>
        {t('part.askNumberSend')}
      </Button>
    </form>
  )
}

/** Asks a customer without a number for it, once while a question is open (docs/product/chat.md#asking-for-the-number). */
export function AskNumber({ room, messages, onSent }: Props) {
  const [open, setOpen] = useState(false)
  const asked = messages.findLast(isOpenRequest)
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-haspopup="dialog"
        aria-label={t('part.askNumber')}
        title={t('part.askNumber')}
        data-ask-number=""
        onClick={() => setOpen(true)}
      >
        <ContactRound aria-hidden="true" />
      </Button>
      {open && (
        <ResponsiveDialog open onOpenChange={setOpen} title={t('part.askNumber')} closeLabel={t('app.close')}>
          {asked ? (
            <p className="p-4 text-sm">{t('part.askNumberWaits', { at: formatDateTime(asked.created_at) })}</p>
          ) : (
            <Asking room={room} onSent={onSent} onClose={() => setOpen(false)} />
          )}
        </ResponsiveDialog>
      )}
    </>
  )
}
