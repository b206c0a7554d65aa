import type { ShownMessage } from '#console/data/chat/messages.ts'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { formatClock } from '#console/kit/text/format-more.ts'
import { noteWords } from './notes.ts'
import { NoteActions } from './who-question.tsx'

/** A line of the system between messages. */
export function NoteLine({ message }: { message: ShownMessage }) {
  const { ref, created_at } = message
  return (
    <div data-message={ref} data-note={message.note_of ?? ''} className="flex flex-col items-center gap-2 px-6 pt-2">
      <p className="max-w-[86%] rounded-lg bg-muted px-3 py-1 text-center text-xs leading-4 text-muted-foreground [overflow-wrap:anywhere]">
        <bdi dir="auto">{drawSentence(noteWords(message))}</bdi>{' '}
        <time dateTime={created_at} title={formatDateTime(created_at)} className="whitespace-nowrap tabular-nums">
          {formatClock(created_at)}
        </time>
      </p>
      <NoteActions note={message} />
    </div>
  )
}
