import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Input } from '#console/ui/input.tsx'
import { keyAction } from '../../../text/keys.ts'

export interface Question {
  label: string
  start: string
  /** Applies the value; returns a problem or undefined. */
  take: (value: string) => string | undefined
}

/** One line under the tools to enter a URL or a few words. Enter applies it, Escape closes it. */
export function AskBar({ question, onDone }: { question: Question; onDone: () => void }) {
  const [value, setValue] = useState(question.start)
  const [problem, setProblem] = useState<string>()
  const take = () => {
    const wrong = question.take(value.trim())
    if (wrong === undefined) onDone()
    else setProblem(wrong)
  }
  return (
    <div className="border-b p-2">
      <div className="flex items-center gap-1">
        <Input
          autoFocus
          dir="auto"
          aria-label={question.label}
          placeholder={question.label}
          aria-invalid={problem !== undefined}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          onKeyDown={(event) => {
            const action = keyAction('editor', event)
            if (action === null) return
            if (action === 'leave') onDone()
            else take()
            event.preventDefault()
            event.stopPropagation()
          }}
        />
        <Button variant="quiet" size="icon" aria-label={t('editor.take')} onClick={take}>
          <Check />
        </Button>
        <Button variant="quiet" size="icon" aria-label={t('editor.leave')} onClick={onDone}>
          <X />
        </Button>
      </div>
      {problem && (
        <p role="alert" className="px-1 pt-1 text-xs text-danger-text">
          {problem}
        </p>
      )}
    </div>
  )
}
