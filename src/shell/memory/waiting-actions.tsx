import { Download, Send } from 'lucide-react'
import { useState } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { useStore } from '#console/data/base/store.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { saveOutbox } from './save-outbox.ts'

const send = async () => (await import('#console/data/writes/start.ts')).wakeOutbox(true)

/** Sends what waits, or saves it as a file. `isFirst`: before the console is installed where that has a storage of its own. */
export function WaitingActions({ isFirst = false }: { isFirst?: boolean }) {
  const { rows } = useStore(outboxStore)
  const isOnline = useConnection() === 'online'
  const [busy, setBusy] = useState(false)
  const isSending = rows.some(({ state }) => state === 'sending')
  const save = async () => {
    setBusy(true)
    await saveOutbox()
    setBusy(false)
  }
  return (
    <>
      {isOnline && rows.some(({ state }) => state !== 'parked') && (
        <Button size="small" variant="primary" busy={isSending} onClick={() => void send()}>
          <Send aria-hidden="true" className="rtl:-scale-x-100" />
          {t(isFirst ? 'memory.sendFirst' : 'memory.send')}
        </Button>
      )}
      <Button size="small" busy={busy} onClick={() => void save()}>
        <Download aria-hidden="true" />
        {t('memory.save')}
      </Button>
    </>
  )
}
