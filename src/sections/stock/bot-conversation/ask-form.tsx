import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useAccess } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { ReferenceInput } from '#console/kit/form/inputs/reference-input.tsx'
import { keyAction } from '#console/kit/text/keys.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { Button } from '#console/ui/button.tsx'
import { GrowingTextarea } from '#console/ui/growing-textarea.tsx'
import { useMedia } from '#console/ui/hooks/use-media.ts'
import { inputClass } from '#console/ui/input.tsx'
import { Label } from '#console/ui/label.tsx'
import { holds } from '#contract/kit/field/permission.ts'
import { askBody } from '#contract/sections/stock/bot-conversation.ts'
import { askBot, newQuestion } from './conversation.ts'

interface Question extends Record<string, unknown> {
  content: string
  member_id: number | string
}

const maxLength = askBody.content.max

/** Form of a question and its member; keeps the text until the server has it. */
export function AskForm({ mayAsk, isAnswering }: { mayAsk: boolean; isAnswering: boolean }) {
  const id = useId()
  const [ref, setRef] = useState(newQuestion)
  const form = useForm<Question>({ defaultValues: { content: '', member_id: '' } })
  const { isSubmitting } = form.formState
  const content = form.watch('content')
  const member = form.watch('member_id')
  const mayChoose = holds(useAccess(), 'get member')
  const touch = useMedia('(pointer: coarse)')
  const mayNot = !mayAsk || isAnswering || isSubmitting || !content.trim()

  const ask = form.handleSubmit(async (question) => {
    if (mayNot) return
    try {
      await askBot({ ref, content: question.content.trim(), member_id: question.member_id === '' ? null : Number(question.member_id) })
      form.setValue('content', '')
      setRef(newQuestion())
    } catch (error) {
      postMessage({ kind: 'error', text: await reasonOf(error) })
    }
  })
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || touch || keyAction('writing', event) !== 'send') return
    event.preventDefault()
    void ask()
  }
  const words = t('bot-conversation.question')
  return (
    <FormProvider {...form}>
      <form data-composer="" className="flex flex-col gap-2 border-t bg-background p-3 md:px-4" onSubmit={(event) => void ask(event)}>
        {mayChoose && (
          <div className="flex items-center gap-2">
            <Label htmlFor={`${id}-member`} className="shrink-0 text-xs text-muted-foreground">
              {t('bot-conversation.askAs')}
            </Label>
            <div className="w-64 max-w-full min-w-0">
              <ReferenceInput
                id={`${id}-member`}
                name="member_id"
                field={askBody.member_id}
                value={member}
                onChange={(value) => form.setValue('member_id', typeof value === 'number' || typeof value === 'string' ? value : '')}
                onBlur={() => undefined}
                invalid={false}
                disabled={isSubmitting}
                label={t('bot-conversation.askAs')}
              />
            </div>
          </div>
        )}
        <div className="flex items-end gap-2">
          <GrowingTextarea
            {...form.register('content')}
            value={content}
            rows={1}
            maxLength={maxLength}
            aria-label={words}
            placeholder={words}
            enterKeyHint={touch ? 'enter' : 'send'}
            className={`${inputClass} max-h-40 min-h-control flex-1 resize-none px-3 py-2 text-sm`}
            {...(content && { dir: 'auto' })}
            onKeyDown={press}
          />
          <Button type="submit" variant="primary" size="icon" busy={isSubmitting} disabled={mayNot} aria-label={t('bot-conversation.ask')}>
            {!isSubmitting && <SendHorizontal aria-hidden="true" className="rtl:-scale-x-100" />}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
