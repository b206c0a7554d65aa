import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, BadgeX, CircleDashed, CloudOff, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { useConnection } from '#console/data/api/connection.ts'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { loadMessages, loadSectionWords, t, useLocale } from '#console/i18n/i18n.ts'
import { formatRupiah } from '#console/kit/text/format.ts'
import { refusalText } from '#console/kit/text/refusal-text.ts'
import { toneClass } from '#console/kit/text/tone.ts'
import { useSettled } from '#console/kit/text/use-settled.ts'
import type { RowOf } from '#contract/kit/field/field.ts'
import type { Tone } from '#contract/kit/field/tone.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { type promoOffer, promotionCode } from '#contract/sections/promotion/promotion-code.ts'
import { type PromoDraft, type PromoState, promoQuestionOf, stateOf, usableCode, withoutPraise } from './promo-question.ts'

interface Answer {
  message: string
  data: RowOf<typeof promoOffer>
}

export interface PromoVerdict {
  state: PromoState
  /** Reason; empty where the state suffices. */
  text: string
  /** For a valid code, in rupiah. */
  offer?: { discount: number; total: number }
}

const apply = sectionCall(promotionCode, 'apply')
/** Milliseconds of a pause. */
const pauseMs = 400
/** No error while the person is still choosing the rest (docs/product/promotion.md#asking-for-a-discount). */
const missingMs = 1_000

/** Whether a condition has lasted this many milliseconds. */
function useLasting(isSo: boolean, milliseconds: number): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLasting, isSo ? milliseconds : 0, isSo)
    return () => clearTimeout(timer)
  }, [isSo, milliseconds])
  return isLasting && isSo
}

/** Asks the server whether a code is valid for the input. Nothing is reserved; the order is checked again on arrival. */
function useAnswer(question: string | null) {
  return useQuery({
    queryKey: queryKeys.call(apply.name, question),
    queryFn: async ({ signal }) => {
      // Words of this section and of refusals.
      await Promise.all([loadSectionWords(promotionCode.name), loadMessages('kit')])
      return request<Answer>(apply, { body: JSON.parse(question ?? '{}'), signal })
    },
    enabled: question !== null,
    retry: false,
    gcTime: 0,
    // Several parts of a form share a request.
    staleTime: 10_000,
  })
}

function usable(message: string): string {
  const code = usableCode(message)
  return code === null ? message : t('promotion-code.check.usable', { code })
}

/** Verdict on the entered code; null without a code, and until words are loaded. */
export function usePromoVerdict(draft: PromoDraft): PromoVerdict | null {
  useLocale()
  const isTyped = draft.code.trim() !== ''
  const question = isTyped ? promoQuestionOf(draft) : null
  const text = question && JSON.stringify(question)
  const settled = useSettled(text, pauseMs)
  const isMissing = isTyped && question === null
  const isLongMissing = useLasting(isMissing, missingMs)
  const { data, error, fetchStatus } = useAnswer(settled === text ? settled : null)
  const words = useQuery({
    queryKey: ['words', promotionCode.name],
    queryFn: async () => {
      await loadSectionWords(promotionCode.name)
      return true
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isOnline = useConnection() === 'online'
  if (!isTyped || !words.data) return null
  const failure = error instanceof ApiError ? error : error && new ApiError(t('app.wrong'), 0, 'unknown')
  const state = stateOf({ isMissing, isPaused: !isOnline || fetchStatus === 'paused', failure, isAnswered: data !== undefined })
  if (state === 'valid' && data) return { state, text: usable(withoutPraise(data.message)), offer: data.data }
  if (state === 'invalid' && failure) return { state, text: refusalText(failure) }
  if (state === 'offline') return { state, text: t('promotion-code.check.offline') }
  if (state === 'unchecked' && failure) return { state, text: `${refusalText(failure)} ${t('promotion-code.check.later')}` }
  return { state, text: state === 'unchecked' && isLongMissing ? t('promotion-code.check.missing') : '' }
}

const looks = {
  valid: { icon: BadgeCheck, tone: 'good' },
  invalid: { icon: BadgeX, tone: 'bad' },
  unchecked: { icon: CircleDashed, tone: 'neutral' },
  checking: { icon: LoaderCircle, tone: 'info' },
  offline: { icon: CloudOff, tone: 'warning' },
} as const satisfies Record<PromoState, { icon: LucideIcon; tone: Tone }>

/** Validity of a code as colour and word. */
export function PromoBadge({ state }: { state: PromoState }) {
  const { icon: Icon, tone } = looks[state]
  return (
    <span
      data-promo={state}
      className={`inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-full px-2 text-xs font-medium ${toneClass[tone]}`}
    >
      <Icon aria-hidden="true" className="size-3 shrink-0" />
      {t(`promotion-code.check.state.${state}`)}
    </span>
  )
}

/** Badge, reason, and discount of a valid code. */
export function PromoNote({ verdict: { state, text, offer } }: { verdict: PromoVerdict }) {
  return (
    <span className="grid min-w-0 justify-items-start gap-1 text-sm">
      <PromoBadge state={state} />
      {text && <span className={state === 'invalid' ? 'text-danger-text' : state === 'offline' ? 'text-warning-text' : ''}>{text}</span>}
      {offer && (
        <span className="font-medium text-primary-text tabular-nums">
          {t('promotion-code.check.offer', { discount: formatRupiah(offer.discount), total: formatRupiah(offer.total) })}
        </span>
      )}
    </span>
  )
}

/** Discount of a code, or why it is invalid. Nothing without a code. */
export function PromoCheck(draft: PromoDraft) {
  const verdict = usePromoVerdict(draft)
  return <div role="status">{verdict && <PromoNote verdict={verdict} />}</div>
}
