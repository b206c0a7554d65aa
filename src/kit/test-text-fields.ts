import { vi } from 'vitest'

const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set

/** happy-dom's own puts the caret behind the whole text, and hides the change from React. */
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
