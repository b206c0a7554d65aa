import { useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { linkedParts } from './linked.ts'

/** More than this is folded: a message may be as long as a book. */
const most = 1_200

function marked(text: string, mark: string) {
  const at = mark ? text.toLowerCase().indexOf(mark.toLowerCase()) : -1
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-sm bg-warning-soft text-warning-text">{text.slice(at, at + mark.length)}</mark>
      {text.slice(at + mark.length)}
    </>
  )
}

/** The text of a message with its links. `mark`: what was searched for. Overrides of direction stay inside it. */
export function Words({ text, mark }: { text: string; mark: string }) {
  const [whole, setWhole] = useState(false)
  const long = text.length > most && !whole
  return (
    <bdi dir="auto" className="block whitespace-pre-wrap [overflow-wrap:anywhere]">
      {linkedParts(long ? text.slice(0, most) : text).map((part) =>
        part.href ? (
          <a
            key={part.at}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-primary-text underline underline-offset-2"
          >
            {part.text}
          </a>
        ) : (
          <span key={part.at}>{marked(part.text, mark)}</span>
        ),
      )}
      {long && (
        <button
          type="button"
          className="text-primary-text underline-offset-2 hover:underline touch:min-h-11"
          onClick={() => setWhole(true)}
        >
          {`… ${t('chat.readMore')}`}
        </button>
      )}
    </bdi>
  )
}
