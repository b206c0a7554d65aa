import { Mic, Paperclip, Plus, SendHorizontal, X, Zap } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { leaveRoomDraft, readRoomDraft, writeRoomDraft } from '#console/data/chat/room-draft.ts'
import type { Answer, Outgoing } from '#console/data/chat/write.ts'
import type { Alongside } from '#console/data/outbox/store/store.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { useRecorder } from '#console/kit/voice/use-recorder.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { maxMessageLength } from '#contract/chat/messages.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { mediaTypes } from '#contract/parts/message-fields.ts'
import { Quote } from '../room/quote.tsx'
import { reportFailure } from '../room/report-failure.ts'
import { CannedList } from './canned-list.tsx'
import { EmojiPicker } from './emoji-picker.tsx'
import { FileTray } from './file-tray.tsx'
import { TextBox } from './text-box.tsx'
import { useAttached } from './use-attached.ts'
import { useCannedMenu } from './use-canned-menu.ts'
import { useCannedReply } from './use-canned-reply.ts'
import { type Text, useText } from './use-text.ts'
import { VoiceBar, VoiceTrouble } from './voice-bar.tsx'

const accepted = Object.values(mediaTypes)
  .flatMap(({ types }) => types)
  .join(',')

/** Chooses files of the channel's accepted kinds. */
function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
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
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}

interface Parts {
  room: string
  messages: readonly ShownMessage[]
  reply: ShownMessage | null
  onReply: (message: ShownMessage | null) => void
  box: RefObject<HTMLTextAreaElement | null>
}

/** Stores the quoted message with the draft, and restores it once that message is loaded. */
function useDraftReply({ room, messages, reply, onReply, box }: Parts): void {
  const restored = useRef(false)
  useEffect(() => {
    if (restored.current || messages.length === 0) return
    restored.current = true
    const { reply_to } = readRoomDraft(room)
    const kept = reply_to && messages.find((message) => message.ref === reply_to)
    if (kept) onReply(kept)
  }, [messages, room, onReply])
  const ref = reply?.ref
  useEffect(() => {
    if (!restored.current && !ref) return
    const draft = readRoomDraft(room)
    if (draft.reply_to !== ref) writeRoomDraft(room, { content: draft.content, ...(ref && { reply_to: ref }) })
    if (ref) box.current?.focus()
  }, [ref, room, box])
}

/** Sends messages of a chat. Each returns the ref of the last message. */
export interface Sending {
  text: (input: Answer & { content: string }, alongside?: Alongside) => Promise<string>
  media: (files: readonly Outgoing[], input: Answer & { content?: string }, alongside?: Alongside) => Promise<string>
}

export interface WritingProps {
  /** Ref of the chat: key of its draft. */
  room: string
  customer: string
  reply: ShownMessage | null
  onReply: (message: ShownMessage | null) => void
  messages: readonly ShownMessage[]
  /** Called with the ref of the sent message, which the list scrolls to. */
  onSent: (ref: string) => void
  send: Sending
  /** Called with whether the box has text. */
  onTyping?: (typing: boolean) => void
  /** Beside the quoted message: what can be done instead of an answer. */
  instead?: (message: ShownMessage) => ReactNode
  /** Additional tool. */
  tool?: (typed: Text) => ReactNode
}

/** Input of a message: quoted message, files, text, or a voice note. */
export function Writing({ room, customer, reply, onReply, messages, onSent, send: sending, onTyping, instead, tool }: WritingProps) {
  const id = useId()
  const typed = useText(room, reply?.ref, onTyping)
  const { box, text } = typed
  const { files, take: takeFiles, add, remove, dragging, onPaste, drop } = useAttached(room, () => box.current?.focus())
  const { used, setUsed, coming, take } = useCannedReply(text, add)
  const canned = useCannedMenu(typed, customer, (picked) => void take(picked))
  const recorder = useRecorder((file) => void sendVoice(file), attachVoice)
  const [unfoldedAt, setUnfoldedAt] = useState<string | null>(null)
  useDraftReply({ room, messages, reply, onReply, box })

  const content = text.trim()
  const tooLong = content.length > maxMessageLength
  const nothing = content === '' && files.length === 0
  const isBusy = recorder.state === 'asking' || coming.length > 0
  const answer = () => ({ ...(reply && { reply_to: reply.ref }) })

  async function send() {
    if (nothing || tooLong || coming.length) return
    const [kept, answered] = [text, reply]
    const { attached, sent, ended } = takeFiles()
    const leave = leaveRoomDraft(room)
    const alongside: Alongside = async (db) => {
      await leave(db)
      await sent(db)
    }
    const input = { ...answer(), ...(used !== null && { auto_text: used }) }
    // Empties the box at once; the draft is stored until one transaction moves it to the outbox.
    typed.empty()
    onReply(null)
    setUsed(null)
    const keeping = attached.length
      ? sending.media(attached, { ...input, ...(content && { content }) }, alongside)
      : sending.text({ content, ...input }, alongside)
    const isKept = await reportFailure(keeping)
    ended(isKept)
    if (isKept) return onSent(await keeping)
    // Something may have been typed meanwhile.
    const since = readRoomDraft(room).content
    typed.write(since ? `${kept}\n${since}` : kept)
    onReply(answered)
    setUsed(used)
  }

  /** Shown in the room when it is opened again. */
  function attachVoice(file: File) {
    void add([file])
    postMessage({ kind: 'info', text: t('chat.voiceKept', { name: customer }) })
  }

  async function sendVoice(file: File) {
    const input = answer()
    const keeping = sending.media([{ key: uuidv7(), file }], input)
    if (!(await reportFailure(keeping))) return void add([file])
    onReply(null)
    onSent(await keeping)
  }

  // Text needs a phone's width: its tools, or the rarer ones of many, come back by a press, until one types on.
  const isUnfolded = unfoldedAt === text
  const isFolded = content !== '' && !isUnfolded
  const rare = tool && !isUnfolded ? 'max-md:hidden' : ''
  const tools = (
    <>
      {(isFolded || rare) && (
        <Button
          variant="quiet"
          size="icon"
          className="md:hidden"
          aria-label={t('chat.tools')}
          aria-expanded={false}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => setUnfoldedAt(text)}
        >
          <Plus aria-hidden="true" />
        </Button>
      )}
      <span className={`contents ${isFolded ? 'max-md:hidden' : ''}`}>
        <AttachButton onFiles={(list) => void add(list)} />
        <span className={`max-[24rem]:hidden ${rare}`}>
          <EmojiPicker onPick={typed.insert} />
        </span>
        <Button variant="quiet" size="icon" className={rare} aria-label={t('chat.canned')} title={t('chat.canned')} onClick={canned.ask}>
          <Zap aria-hidden="true" />
        </Button>
        {tool && <span className={`contents ${rare && 'max-[24rem]:hidden'}`}>{tool(typed)}</span>}
      </span>
    </>
  )
  return (
    <div className={`relative ${dragging ? 'bg-primary-soft' : ''}`} {...drop}>
      {canned.asked && <CannedList id={id} {...canned} at={canned.chosen} onPick={canned.pick} />}
      {reply && (
        <div className="flex items-center gap-2 px-3 pt-2 md:px-4">
          <div className="min-w-0 flex-1">
            <Quote quoted={reply} customer={customer} />
            {instead?.(reply)}
          </div>
          <Button variant="quiet" size="icon" aria-label={t('chat.stopReply')} onClick={() => onReply(null)}>
            <X aria-hidden="true" />
          </Button>
        </div>
      )}
      {files.length + coming.length > 0 && <FileTray files={files} coming={coming} onRemove={remove} />}
      <VoiceTrouble recorder={recorder} />
      {recorder.state === 'recording' ? (
        <VoiceBar recorder={recorder} />
      ) : (
        <div className="flex items-end gap-0.5 px-1.5 py-2 md:px-3">
          {tools}
          <TextBox
            listId={id}
            typed={typed}
            canned={canned}
            placeholder={t(files.length ? 'chat.caption' : 'chat.write')}
            onSend={() => void send()}
            onEscape={() => (reply ? onReply(null) : box.current?.blur())}
            onPaste={onPaste}
            onTyping={onTyping}
          />
          <Button
            variant="primary"
            size="icon"
            className="ms-1 rounded-full!"
            aria-label={t(nothing ? 'chat.recordVoice' : 'chat.send')}
            title={t(nothing ? 'chat.recordVoice' : 'chat.send')}
            disabled={tooLong}
            busy={isBusy}
            repeats={!nothing}
            // A second press to send is no start of a recording; text typed meanwhile is another message. A phone's keyboard stays open.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => void (nothing ? recorder.start() : send())}
          >
            {isBusy ? null : nothing ? <Mic aria-hidden="true" /> : <SendHorizontal aria-hidden="true" className="rtl:-scale-x-100" />}
          </Button>
        </div>
      )}
      {tooLong && (
        <p role="status" className="px-4 pb-2 text-end text-xs text-danger-text tabular-nums">
          {t('chat.tooLong', { count: formatNumber(content.length), most: formatNumber(maxMessageLength) })}
        </p>
      )}
    </div>
  )
}
