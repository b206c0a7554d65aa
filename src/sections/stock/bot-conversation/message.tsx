import { t } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { botConversation } from '#contract/sections/stock/bot-conversation.ts'
import { Sources } from '../tanya-saham/sources.tsx'
import type { BotMessage } from './conversation.ts'

/** Own questions at the end, answers at the start with their sources. */
export function Message({ message }: { message: BotMessage }) {
  const { content, is_bot, is_failed, bot_name, reason, sources, created_at } = message
  const look = is_failed ? 'bg-danger-soft text-danger-text' : is_bot ? 'border bg-card' : 'bg-primary-soft'
  return (
    <li className={`flex max-w-[85%] flex-col ${is_bot ? 'items-start self-start' : 'items-end self-end'}`}>
      {is_bot && bot_name && <bdi className="px-1 pb-0.5 text-xs font-medium text-muted-foreground">{bot_name}</bdi>}
      <div role={is_failed ? 'alert' : undefined} className={`rounded-2xl px-3.5 py-2 text-sm ${look}`}>
        <bdi dir="auto" className="block whitespace-pre-wrap [overflow-wrap:anywhere]">
          {is_failed ? t('bot-conversation.failed') : content}
        </bdi>
      </div>
      {reason && (
        <p className="px-1 pt-1 text-xs text-muted-foreground">
          {t('bot-conversation.handedOver', { why: choiceLabel(reason, botConversation.fields.reason) })}
        </p>
      )}
      {sources && sources.length > 0 && <Sources sources={sources} />}
      <time dateTime={created_at} className="px-1 pt-0.5 text-[0.6875rem] text-muted-foreground">
        {formatDateTime(created_at)}
      </time>
    </li>
  )
}
