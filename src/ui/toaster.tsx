import { Toaster as Sonner } from 'sonner'
import { useDialogOpen } from './hooks/open-dialogs.ts'

interface Props {
  /** Read before each message and on the region that holds them. */
  label: string
  /** Name of a message's closing cross. */
  closeLabel: string
  theme: 'light' | 'dark'
  dir: 'ltr' | 'rtl'
}

/** Dialogs, sheets, popovers and menus stand above messages, which stand above the veil behind a dialog. */
const level = 45

/**
 * Five at most, 2000 ms each unless the message says otherwise (docs/product/messages.md#toasts). They never cover what opens: below
 * everything that opens, and while a dialog is open at the top, where it leaves them room.
 */
export function Toaster({ label, closeLabel, theme, dir }: Props) {
  const isDialogOpen = useDialogOpen()
  return (
    <Sonner
      containerAriaLabel={label}
      theme={theme}
      dir={dir}
      position={isDialogOpen ? 'top-center' : 'bottom-center'}
      visibleToasts={5}
      style={{ zIndex: level }}
      duration={2000}
      offset={{ top: '0.75rem', bottom: 'calc(var(--bottom-bar) + 1rem)' }}
      mobileOffset={{ top: 'calc(var(--safe-top) + 0.75rem)', bottom: 'calc(var(--bottom-bar) + 0.75rem)' }}
      toastOptions={{
        closeButtonAriaLabel: closeLabel,
        // Its own grey is for a light ground.
        descriptionClassName: 'text-current!',
        style: {
          background: 'var(--foreground)',
          color: 'var(--background)',
          border: 0,
          fontFamily: 'var(--font-sans)',
          fontSize: '0.8125rem',
        },
      }}
    />
  )
}
