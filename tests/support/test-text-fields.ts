import { vi } from 'vitest'

const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set

/** happy-dom puts the caret after the whole text, and hides the change from React. */
export function mendTextFields(): void {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(HTMLTextAreaElement.prototype, 'setRangeText').mockImplementation(function (
    this: HTMLTextAreaElement,
    added: string,
    from = 0,
    to = 0,
  ) {
    setValue?.call(this, this.value.slice(0, from) + added + this.value.slice(to))
    this.setSelectionRange(from + added.length, from + added.length)
  })
}

/** As in browsers: changes the focused field, and 'delete' at a caret deletes the letter before it. */
function execCommand(command: string, _hasUi: boolean, text: string): boolean {
  const field = document.activeElement
  if (!(field instanceof HTMLTextAreaElement)) return false
  const { selectionStart: from, selectionEnd: to } = field
  const isBackspace = command === 'delete' && from === to
  field.setRangeText(command === 'delete' ? '' : text, isBackspace ? Math.max(0, from - 1) : from, to, 'end')
  return field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** Adds a command that happy-dom lacks. Returns its spy, and a function that removes it. */
export function stubExecCommand() {
  const spy = vi.fn(execCommand)
  Object.defineProperty(document, 'execCommand', { configurable: true, value: spy })
  return { spy, restore: () => Reflect.deleteProperty(document, 'execCommand') }
}
