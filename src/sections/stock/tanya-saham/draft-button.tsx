import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import type { Text } from '#console/inbox/composer/use-text.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { Button } from '#console/ui/button.tsx'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { type QuestionMessage, tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'

interface Draft {
  answer: string | null
  reason: string | null
  sources: NonNullable<QuestionMessage['sources']>
}

const call = sectionCall(tanyaSaham, 'aiAnswer')

interface Props {
  chat: string
  typed: Text
  /** Called with the draft's sources. */
  onSources: (sources: Draft['sources']) => void
}

/** Inserts a drafted answer into the box, to be edited before sending. */
export function DraftButton({ chat, typed, onSources }: Props) {
  const [busy, setBusy] = useState(false)
  async function draft() {
    setBusy(true)
    try {
      const { answer, reason, sources } = await request<Draft>(call, { params: { id: chat } })
      if (answer) {
        typed.insert(answer)
        onSources(sources)
      } else
        postMessage({
          kind: 'info',
          text: t('tanya-saham.noDraft', { why: choiceLabel(reason ?? 'unknown', tanyaSaham.fields.handed_over) }),
        })
    } catch (error) {
      const isFailure = error instanceof ApiError && error.status === 503
      postMessage({ kind: 'error', text: isFailure ? t('tanya-saham.draftFailed') : await reasonOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="quiet"
      size="icon"
      busy={busy}
      aria-label={t('tanya-saham.aiDraft')}
      title={t('tanya-saham.aiDraft')}
      onClick={() => void draft()}
    >
      {busy ? null : <Sparkles aria-hidden="true" />}
    </Button>
  )
}
