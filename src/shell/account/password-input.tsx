import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Input } from '#console/ui/input.tsx'

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <span dir="ltr" className="relative flex">
      <Input {...props} type={shown ? 'text' : 'password'} className="pe-11" />
      <Button
        variant="quiet"
        size="smallIcon"
        className="absolute end-1 inset-y-0 my-auto"
        aria-label={t(shown ? 'login.hide' : 'login.show')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden="true" />
      </Button>
    </span>
  )
}
