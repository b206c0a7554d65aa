import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect } from 'react'
import { isVisible } from '#console/data/base/visible.ts'
import { t } from '#console/i18n/i18n.ts'
import { putCaretAtEnd } from '#console/kit/text/insert-text.ts'
import { keyAction } from '#console/kit/text/keys.ts'
import { GrowingTextarea } from '#console/ui/growing-textarea.tsx'
import { useMedia } from '#console/ui/hooks/use-media.ts'
import { optionId } from './canned-list.tsx'
import type { useCannedMenu } from './use-canned-menu.ts'
import type { Text } from './use-text.ts'

interface Props {
  /** Id of the canned replies. */
  listId: string
  typed: Text
  canned: ReturnType<typeof useCannedMenu>
  placeholder: string
  onSend: () => void
  onEscape: () => void
  onPaste: (event: ClipboardEvent) => void
  onTyping?: ((typing: boolean) => void) | undefined
}

/** Enter sends on a keyboard; on a phone it adds a line. */
export function TextBox({ listId, typed, canned, placeholder, onSend, onEscape, onPaste, onTyping }: Props) {
  const touch = useMedia('(pointer: coarse)')
  const { box, text, setCursor, write } = typed
  useLayoutEffect(() => putCaretAtEnd(box.current), [box])
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || canned.press(event)) return
    const action = keyAction('writing', event)
    const sends = action === 'send' && !touch
    if (!sends && action !== 'leave') return
    event.preventDefault()
    if (sends) onSend()
    else onEscape()
  }
  return (
    <GrowingTextarea
      ref={box}
      rows={1}
      {...(text && { dir: 'auto' })}
      value={text}
      placeholder={placeholder}
      aria-label={t('chat.write')}
      aria-autocomplete="list"
      aria-controls={canned.asked ? listId : undefined}
      aria-activedescendant={canned.found.length ? optionId(listId, canned.chosen) : undefined}
      enterKeyHint={touch ? 'enter' : 'send'}
      data-composer-text=""
      className="max-h-[min(12rem,var(--visible-height)*0.32)] min-h-control min-w-0 flex-1 resize-none rounded-2xl border border-transparent bg-muted px-3.5 py-[calc((var(--control)-1.5rem)/2)] text-base leading-5.5 outline-none placeholder:truncate placeholder:text-muted-foreground focus-visible:border-ring"
      onChange={(event) => {
        canned.reopen()
        write(event.currentTarget.value, event.currentTarget.selectionStart)
      }}
      onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
      onKeyDown={press}
      onPaste={onPaste}
      // A hidden page has already ended the typing.
      onBlur={() => isVisible() && onTyping?.(false)}
    />
  )
}
