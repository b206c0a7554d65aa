import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { cn } from './cn.ts'

/** Heights that were set here. A field with another one was pulled to it by its corner, and keeps it. */
const fitted = new WeakMap<HTMLTextAreaElement, string>()

/** Sets the height of the text, within the field's own least and most. */
function fitToText(field: HTMLTextAreaElement): void {
  const { style, scrollTop, parentElement: around } = field
  if (!around || !field.offsetWidth || style.height !== (fitted.get(field) ?? '')) return
  // What stands around it keeps its height meanwhile: a list of messages above would scroll.
  const held = around.style.height
  around.style.height = `${around.getBoundingClientRect().height}px`
  style.overflowY = 'hidden'
  style.height = '0px'
  style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`
  style.overflowY = field.scrollHeight > field.clientHeight + 1 ? '' : 'hidden'
  around.style.height = held
  field.scrollTop = scrollTop
  fitted.set(field, style.height)
}

/** Fits the field to what is typed, and once more when its width or the typeface changes. Returns how to stop. */
function followText(field: HTMLTextAreaElement): () => void {
  let width = field.offsetWidth
  let frame = 0
  const fit = () => fitToText(field)
  // In the next frame: an observer that resizes what it observes is reported as an error.
  const fitSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(fit)
  }
  const watch = new ResizeObserver(() => {
    if (field.offsetWidth === width) return
    width = field.offsetWidth
    fitSoon()
  })
  watch.observe(field)
  field.addEventListener('input', fit)
  document.fonts?.addEventListener('loadingdone', fitSoon)
  // Safari does not send it.
  void document.fonts?.ready.then(fitSoon)
  return () => {
    cancelAnimationFrame(frame)
    watch.disconnect()
    field.removeEventListener('input', fit)
    document.fonts?.removeEventListener('loadingdone', fitSoon)
  }
}

const growsByItself = () => CSS.supports('field-sizing', 'content')

/** As high as its text, between the heights of its class (docs/product/forms.md#under-fingers): by `field-sizing` where the browser has it, else measured. */
export function GrowingTextarea({ ref, className, ...rest }: ComponentProps<'textarea'>) {
  const own = useRef<HTMLTextAreaElement>(null)
  // A form writes its value into the ref, which is before it is measured.
  useImperativeHandle(ref, () => own.current as HTMLTextAreaElement, [])
  useLayoutEffect(() => (own.current && !growsByItself() ? followText(own.current) : undefined), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: also for a text that code sets, such as a draft
  useLayoutEffect(() => {
    if (own.current && !growsByItself()) fitToText(own.current)
  }, [rest.value])
  return <textarea ref={own} className={cn('field-sizing-content', className)} {...rest} />
}
