/** For the `ref` of a field: browsers begin one that nobody has touched before its text, people go on behind it. */
export function putCaretAtEnd(field: HTMLTextAreaElement | null): void {
  field?.setSelectionRange(field.value.length, field.value.length)
}

/**
 * Puts a text in the place of what is selected, or of all from `from` on (in UTF-16 units) to the end of the selection, as if it
 * were typed: the caret stands behind it, undo takes it back, and the field's own change event reports it.
 */
export function insertText(field: HTMLTextAreaElement, text: string, from = field.selectionStart): void {
  const { selectionEnd: to, ownerDocument: page } = field
  const { activeElement: active } = page
  // At a caret, 'delete' would take the letter before it.
  if (!text && from === to) return
  // A text that comes late does not take the focus from whoever types elsewhere meanwhile.
  if (active === field || !active?.matches('input, textarea, [contenteditable]')) {
    field.focus()
    field.setSelectionRange(from, to)
    // Deprecated, and the only way that undo knows of.
    if (page.execCommand?.(text ? 'insertText' : 'delete', false, text)) return
  }
  field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
