import { Paperclip, SendHorizontal, X, Zap } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { sayPresence } from '#console/data/chat/socket.ts'
import { sendMedia, sendTemplate, sendText } from '#console/data/chat/write.ts'
import { postMessage } from '#console/data/messages.ts'
import { useSession } from '#console/data/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/format.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { useMedia } from '#console/ui/use-media.ts'
import { longestMessage, mediaTypes } from '#contract/chat/messages.ts'
import { formatFileSize } from '#contract/lib/file-size.ts'
import { Quote } from '../conversation/quote.tsx'
import { told } from '../tell.ts'
import { type Canned, cannedTerm, fillCanned, findCanned, putCanned } from './canned.ts'
import { CannedList, optionId } from './canned-list.tsx'
import { EmojiPicker } from './emoji-picker.tsx'
import { FileTray } from './file-tray.tsx'
import { type Attached, attach, mostFiles, type Refusal } from './files.ts'
import { readRoomDraft, writeRoomDraft } from './room-draft.ts'
import { TemplatePicker } from './template-picker.tsx'
import { useCanned } from './use-canned.ts'
import { useWindowState, WindowChip } from './window-chip.tsx'

interface Props {
  room: Room
  customer: string
  mayWrite: boolean
  reply: ShownMessage | null
  onReply: (message: ShownMessage | null) => void
  messages: readonly ShownMessage[]
  /** What was sent stands at the end, so that is where to look. */
  onSent: () => void
}

const accepted = Object.values(mediaTypes)
  .flatMap(({ types }) => types)
  .join(',')

function refuse(file: File, why: Refusal) {
  const name = file.name
  const text = why.is === 'size' ? t('chat.fileSize', { name, most: formatFileSize(why.most) }) : t(`chat.file.${why.is}`, { name })
  postMessage({ kind: 'error', text })
}

/** Where one answers: text, files, canned replies; after the 24 hours a template. */
export function Composer(props: Props) {
  const { room, mayWrite } = props
  const state = useWindowState(room.window_until)
  if (!mayWrite) return <p className="border-t bg-background px-4 py-3 text-center text-sm text-muted-foreground">{t('chat.readOnly')}</p>
  return (
    <div className="border-t bg-background pb-(--chat-safe-bottom)" data-composer="">
      <div className="flex items-center gap-2 px-3 pt-2 md:px-4">
        <WindowChip state={state} />
        {state.is === 'closed' && <span className="min-w-0 truncate text-xs text-muted-foreground">{t('chat.windowHint')}</span>}
        {room.whatsapp_number_name && (
          <bdi className="ms-auto max-w-40 shrink-0 truncate text-xs @max-xl:hidden text-muted-foreground">
            {t('chat.via', { number: room.whatsapp_number_name })}
          </bdi>
        )}
      </div>
      {state.is === 'closed' ? (
        <TemplatePicker
          room={room}
          onSend={async (template) => {
            if (await told(sendTemplate(room, template))) props.onSent()
          }}
        />
      ) : (
        <Writing {...props} />
      )}
    </div>
  )
}

function Writing({ room, customer, reply, onReply, messages, onSent }: Props) {
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const touch = useMedia('(pointer: coarse)')
  const { session } = useSession()
  const [text, setText] = useState(() => readRoomDraft(room.ref).content)
  const [files, setFiles] = useState<readonly Attached[]>([])
  const [cursor, setCursor] = useState(text.length)
  const [at, setAt] = useState(0)
  /** The place of a '/' whose list was closed with Escape. */
  const [closed, setClosed] = useState<number | null>(null)
  const [dragging, setDragging] = useState(false)
  const { all, loading } = useCanned()
  const values = { customer_name: customer, sales_name: session?.user.name ?? '', product: '' }
  const asked = cannedTerm(text, cursor)
  const term = asked && asked.from !== closed ? asked : null
  const found = term ? findCanned(all, term.term) : []
  const chosen = Math.min(at, Math.max(0, found.length - 1))

  // A kept answer to a message is taken up again once that message is here.
  const restored = useRef(false)
  useEffect(() => {
    if (restored.current || messages.length === 0) return
    restored.current = true
    const { reply_to } = readRoomDraft(room.ref)
    const kept = reply_to && messages.find((message) => message.ref === reply_to)
    if (kept) onReply(kept)
  }, [messages, room.ref, onReply])
  const replyRef = reply?.ref
  useEffect(() => {
    if (!restored.current && !replyRef) return
    const draft = readRoomDraft(room.ref)
    if (draft.reply_to !== replyRef) writeRoomDraft(room.ref, { content: draft.content, ...(replyRef && { reply_to: replyRef }) })
    if (replyRef) box.current?.focus()
  }, [replyRef, room.ref])

  function write(next: string, place = next.length) {
    setText(next)
    setCursor(place)
    setAt(0)
    writeRoomDraft(room.ref, { content: next, ...(replyRef && { reply_to: replyRef }) })
    sayPresence(room.ref, next.trim() !== '')
  }

  function insert(words: string) {
    const from = box.current?.selectionStart ?? text.length
    const to = box.current?.selectionEnd ?? text.length
    write(text.slice(0, from) + words + text.slice(to), from + words.length)
    focusAt(from + words.length)
  }

  function focusAt(place: number) {
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(place, place)
    })
  }

  function pick(canned: Canned) {
    if (!term) return
    const put = putCanned(text, term.from, cursor, fillCanned(canned.text, values))
    write(put.text, put.cursor)
    focusAt(put.cursor)
  }

  async function add(list: Iterable<File>) {
    for (const file of [...list].slice(0, mostFiles - files.length)) {
      const entry = await attach(file)
      if ('is' in entry) refuse(file, entry)
      else setFiles((old) => [...old, entry])
    }
    box.current?.focus()
  }

  const content = text.trim()
  const tooLong = content.length > longestMessage
  const sendable = (content !== '' || files.length > 0) && !tooLong

  async function send() {
    if (!sendable) return
    const [kept, attached, answered] = [text, files, reply]
    const input = { ...(answered && { reply_to: answered.ref }) }
    // Gone from the box at once; on the device it stays until what was written is safe in the outbox.
    setText('')
    setCursor(0)
    setFiles([])
    onReply(null)
    sayPresence(room.ref, false)
    const sending = attached.length
      ? sendMedia(
          room,
          attached.map(({ file }) => file),
          { ...input, ...(content && { content }) },
        )
      : sendText(room, { content, ...input })
    if (await told(sending)) {
      if (!box.current?.value) writeRoomDraft(room.ref, { content: '' })
      onSent()
      return
    }
    write(kept)
    setFiles(attached)
    onReply(answered)
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    if (term) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step && found.length) {
        event.preventDefault()
        return setAt((chosen + step + found.length) % found.length)
      }
      const canned = found[chosen]
      if (canned && (event.key === 'Enter' || event.key === 'Tab')) {
        event.preventDefault()
        return pick(canned)
      }
      if (event.key === 'Escape') {
        event.preventDefault()
        event.stopPropagation()
        return setClosed(term.from)
      }
    }
    if (event.key === 'Enter' && !event.shiftKey && !touch) {
      event.preventDefault()
      return void send()
    }
    if (event.key !== 'Escape') return
    event.preventDefault()
    if (reply) onReply(null)
    else box.current?.blur()
  }

  function paste(event: ClipboardEvent) {
    const list = event.clipboardData.files
    if (list.length === 0) return
    event.preventDefault()
    void add(list)
  }

  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setDragging(true)
    },
    onDragLeave: () => setDragging(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDragging(false)
      void add(event.dataTransfer.files)
    },
  }

  return (
    <div className={`relative ${dragging ? 'bg-primary-soft' : ''}`} {...drop}>
      {term && <CannedList id={id} found={found} loading={loading} at={chosen} values={values} onPick={pick} />}
      {reply && (
        <div className="flex items-center gap-2 px-3 pt-2 md:px-4">
          <div className="min-w-0 flex-1">
            <Quote quoted={reply} customer={customer} />
          </div>
          <Button variant="quiet" size="icon" aria-label={t('chat.stopReply')} onClick={() => onReply(null)}>
            <X aria-hidden="true" />
          </Button>
        </div>
      )}
      {files.length > 0 && <FileTray files={files} onRemove={(key) => setFiles(files.filter((entry) => entry.key !== key))} />}
      <div className="flex items-end gap-0.5 px-1.5 py-2 md:px-3">
        <label
          className={`${buttonClass({ variant: 'quiet', size: 'icon' })} focus-within:outline-2 focus-within:outline-ring`}
          title={t('chat.attach')}
        >
          <Paperclip aria-hidden="true" />
          <input
            type="file"
            multiple
            accept={accepted}
            aria-label={t('chat.attach')}
            className="sr-only"
            onChange={(event) => {
              void add([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
        </label>
        <span className="max-[24rem]:hidden">
          <EmojiPicker onPick={insert} />
        </span>
        <Button
          variant="quiet"
          size="icon"
          aria-label={t('chat.canned')}
          title={t('chat.canned')}
          onClick={() => insert(text === '' || /\s$/.test(text.slice(0, cursor)) ? '/' : ' /')}
        >
          <Zap aria-hidden="true" />
        </Button>
        <textarea
          ref={box}
          rows={1}
          {...(text && { dir: 'auto' })}
          value={text}
          placeholder={files.length ? t('chat.caption') : t('chat.write')}
          aria-label={t('chat.write')}
          aria-autocomplete="list"
          aria-controls={term ? id : undefined}
          aria-activedescendant={term && found.length ? optionId(id, chosen) : undefined}
          enterKeyHint={touch ? 'enter' : 'send'}
          data-composer-text=""
          className="field-sizing-content max-h-[min(12rem,32dvh)] min-h-control min-w-0 flex-1 resize-none rounded-2xl border border-transparent bg-muted px-3.5 py-[calc((var(--control)-1.5rem)/2)] text-base leading-5.5 outline-none placeholder:text-muted-foreground focus-visible:border-ring"
          onChange={(event) => {
            setClosed(null)
            write(event.currentTarget.value, event.currentTarget.selectionStart)
          }}
          onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
          onKeyDown={press}
          onPaste={paste}
          onBlur={() => sayPresence(room.ref, false)}
        />
        <Button
          variant="primary"
          size="icon"
          className="ms-1 rounded-full!"
          aria-label={t('chat.send')}
          disabled={!sendable}
          // The keyboard of a phone stays where it is.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => void send()}
        >
          <SendHorizontal aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
      </div>
      {tooLong && (
        <p role="status" className="px-4 pb-2 text-end text-xs text-danger-text tabular-nums">
          {t('chat.tooLong', { count: formatNumber(content.length), most: formatNumber(longestMessage) })}
        </p>
      )}
    </div>
  )
}
