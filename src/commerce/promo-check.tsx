import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#console/data/api-error.ts'
import { queryKeys } from '#console/data/query-keys.ts'
import { request } from '#console/data/request.ts'
import { loadMessages, loadSectionWords, t, useLocale } from '#console/i18n/i18n.ts'
import { refusalText } from '#console/kit/refusal-text.ts'
import { useSettled } from '#console/kit/use-settled.ts'
import type { RowOf } from '#contract/kit/field.ts'
import { sectionCall } from '#contract/kit/section-calls.ts'
import { formatRupiah } from '#contract/lib/rupiah.ts'
import { type promoOffer, promotionCode } from '#contract/sections/promotion/promotion-code.ts'
import { type PromoDraft, promoQuestionOf, usableCode, withoutPraise } from './promo-question.ts'

interface Answer {
  message: string
  data: RowOf<typeof promoOffer>
}

const apply = sectionCall(promotionCode, 'apply')
/** Typing a code asks once. */
const pauseMs = 400
/** Somebody who is about to choose the rest is not told that it is missing (part-2 section 9). */
const missingMs = 1_000

/** Whether something has been so for this many milliseconds. */
function useLasting(isSo: boolean, milliseconds: number): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLasting, isSo ? milliseconds : 0, isSo)
    return () => clearTimeout(timer)
  }, [isSo, milliseconds])
  return isLasting && isSo
}

/** Asks the server whether a code holds for what is filled in. Nothing is held; the order is judged again when it arrives. */
function useAnswer(question: string | null) {
  return useQuery({
    queryKey: queryKeys.call(apply.name, question),
    queryFn: async ({ signal }) => {
      // The words of this section and of refusals, wherever it is asked.
      await Promise.all([loadSectionWords(promotionCode.name), loadMessages('kit')])
      return request<Answer>(apply, { body: JSON.parse(question ?? '{}'), signal })
    },
    enabled: question !== null,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
}

function usable(message: string): string {
  const code = usableCode(message)
  return code === null ? message : t('promotion-code.check.usable', { code })
}

/** Says beneath the field of a code what it takes off, or why it does not hold. Nothing while there is no code. */
export function PromoCheck(draft: PromoDraft) {
  useLocale()
  const question = draft.code.trim() === '' ? null : promoQuestionOf(draft)
  const text = question && JSON.stringify(question)
  const settled = useSettled(text, pauseMs)
  const isMissing = draft.code.trim() !== '' && question === null
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
  if (draft.code.trim() === '' || !words.data) return null
  const isOffline = fetchStatus === 'paused' || (error instanceof ApiError && error.offline)
  return (
    <p role="status" aria-live="polite" className="min-h-5 text-sm">
      {isLongMissing && <span className="text-warning-text">{t('promotion-code.check.missing')}</span>}
      {!isMissing && isOffline && <span className="text-muted-foreground">{t('promotion-code.check.offline')}</span>}
      {!isMissing && !isOffline && error && (
        <span className="text-danger-text">{error instanceof ApiError ? refusalText(error) : t('app.wrong')}</span>
      )}
      {!isMissing && settled === text && data && (
        <span className="text-primary-text">
          {usable(withoutPraise(data.message))}
          <span className="block font-medium tabular-nums">
            {t('promotion-code.check.offer', { discount: formatRupiah(data.data.discount), total: formatRupiah(data.data.total) })}
          </span>
        </span>
      )}
    </p>
  )
}
