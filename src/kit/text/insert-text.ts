/** `ref` callback of a field: browsers put the caret of an untouched field before its text. */
export function putCaretAtEnd(field: HTMLTextAreaElement | null): void {
  field?.setSelectionRange(field.value.length, field.value.length)
}

/**
 * Replaces the selection, or everything from `from` (in UTF-16 units) to its end, as if typed: the caret is after the text, undo works, and
 * the field's change event fires.
 */
export function insertText(field: HTMLTextAreaElement | HTMLInputElement, text: string, from = field.selectionStart ?? 0): void {
  const { ownerDocument: page } = field
  const to = field.selectionEnd ?? from
  const { activeElement: active } = page
  // At a caret, 'delete' would remove a letter.
  if (!text && from === to) return
  // A late text does not take the focus from another field.
  if (active === field || !active?.matches('input, textarea, [contenteditable]')) {
    field.focus()
    field.setSelectionRange(from, to)
    // Deprecated, but the only way that supports undo.
    if (page.execCommand?.(text ? 'insertText' : 'delete', false, text)) return
  }
  field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
