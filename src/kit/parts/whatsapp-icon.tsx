import { Outline } from '#console/ui/outline.tsx'

/** A speech bubble with a receiver: the familiar symbol for messaging a number. */
export function WhatsappIcon() {
  return (
    <Outline aria-hidden="true">
      <path d="M3.2 20.8l1.3-4.4a8.8 8.8 0 1 1 3.3 3.2z" />
      <path d="M9.2 8.3c-.9 1.9 3.9 7.3 6.3 6.6l.6-1.7-2-1.1-.9.9c-1.2-.5-1.9-1.3-2.4-2.4l.8-.9-.9-1.9z" />
    </Outline>
  )
}
