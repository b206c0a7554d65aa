import { Fragment, type ReactNode, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { isEmojiOnly } from './emoji-only.ts'
import { linkedParts } from './linked.ts'
import { maxShownCharacters } from './sizes.ts'

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

interface Props {
  text: string
  /** Search text. */
  mark: string
  /** Placed in the last line where it fits, else below. */
  tail: ReactNode
}

/** Text of a message with its links. Direction overrides stay inside it. */
export function MessageText({ text, mark, tail }: Props) {
  const [full, setFull] = useState(false)
  const long = text.length > maxShownCharacters && !full
  if (isEmojiOnly(text))
    return (
      <div className="flow-root">
        <bdi className="block py-0.5 text-4xl leading-tight">{text}</bdi>
        {tail}
      </div>
    )
  return (
    <bdi dir="auto" className="flow-root whitespace-pre-wrap [overflow-wrap:anywhere]">
      {linkedParts(long ? text.slice(0, maxShownCharacters) : text).map((part) =>
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
          <Fragment key={part.at}>{drawSentence(part.text, (words) => marked(words, mark))}</Fragment>
        ),
      )}
      {long && (
        <button type="button" className="text-primary-text underline-offset-2 hover:underline touch:min-h-11" onClick={() => setFull(true)}>
          {`… ${t('chat.readMore')}`}
        </button>
      )}
      {tail}
    </bdi>
  )
}
