import { useWatch } from 'react-hook-form'
import { t } from '#console/i18n/i18n.ts'
import type { FormValues, InputProps } from '#console/kit/form/values/tools.ts'
import { useRows } from '#console/kit/list/rows/use-rows.ts'
import { Input } from '#console/ui/input.tsx'
import { Select } from '#console/ui/select.tsx'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { maxRating, questionnaire } from '#contract/sections/product/questionnaire.ts'

type Answer = Readonly<Record<string, unknown>>

const ratings = Array.from({ length: maxRating }, (_, at) => String(at + 1))

/** Offered answers; null where people write. */
function offeredBy({ kind, options }: AnyRow): readonly string[] | null {
  if (kind === 'rating') return ratings
  return kind === 'choice' && Array.isArray(options) ? options.map(String) : null
}

const isTo =
  ({ id, ref }: AnyRow) =>
  ({ question_id }: Answer) =>
    question_id === id || question_id === ref

/** What an event asks, each question with its own input. Answers to archived questions are kept as they are. */
export function AnswersInput(props: InputProps) {
  const event = toText(useWatch<FormValues>({ name: 'event_id' }))
  return event ? <Questions {...props} event={event} /> : <Hint>{t('participant.answers.choose')}</Hint>
}

const Hint = ({ children }: { children: string }) => <p className="text-sm text-muted-foreground">{children}</p>

function Questions({ event, id, label, value, onChange, onBlur, disabled }: InputProps & { event: string }) {
  const filters = [{ field: 'event_id', values: [event] }]
  const list = useRows(questionnaire, { ...firstPage, size: 100, sort: { field: 'sort', direction: 'asc' }, filters })
  const answers: readonly Answer[] = Array.isArray(value) ? value.filter(isRecord) : []
  if (list.state === 'failed') return <Hint>{list.message}</Hint>
  if (list.state === 'loading') return <div className="h-control animate-breathe rounded-lg bg-muted" />
  if (!list.records.length) return <Hint>{t('participant.answers.none')}</Hint>
  const change = (question: AnyRow, answer: string) => {
    const stored = answers.find(isTo(question))
    const others = answers.filter((one) => one !== stored)
    onChange(answer === '' ? others : [...others, { ...stored, question_id: stored?.question_id ?? question.id, answer }])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a second label
    <div id={id} role="group" aria-label={label} tabIndex={-1} className="grid gap-4">
      {list.records.map((question) => {
        const answer = toText(answers.find(isTo(question))?.answer)
        const offered = offeredBy(question)
        const field = `${id}-${question.ref}`
        return (
          <div key={question.ref} className="grid gap-1.5">
            <label htmlFor={field} className="text-sm font-medium">
              {toText(question.question)}
            </label>
            {offered ? (
              <Select
                id={field}
                disabled={disabled}
                value={answer}
                onBlur={onBlur}
                onChange={({ currentTarget }) => change(question, currentTarget.value)}
              >
                <option value="">–</option>
                {[...new Set([...offered, ...(answer ? [answer] : [])])].map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </Select>
            ) : (
              <Input
                id={field}
                disabled={disabled}
                value={answer}
                maxLength={2_000}
                onBlur={onBlur}
                onChange={({ currentTarget }) => change(question, currentTarget.value)}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
