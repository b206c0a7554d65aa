import { Smile } from 'lucide-react'
import { useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { EmojiGrid } from '../parts/emoji-grid.tsx'

export function EmojiPicker({ onPick }: { onPick: (sign: string) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="quiet" size="icon" aria-label={t('chat.emoji')}>
          <Smile aria-hidden="true" />
        </Button>
      </PopoverTrigger>
      <PopoverContent side="top" aria-label={t('chat.emoji')}>
        <EmojiGrid
          onPick={(sign) => {
            onPick(sign)
            setOpen(false)
          }}
        />
      </PopoverContent>
    </Popover>
  )
}
