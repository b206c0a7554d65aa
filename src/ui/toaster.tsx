import { Toaster as Sonner } from 'sonner'
import { useComposerOpen } from './hooks/open-composers.ts'
import { useDialogOpen } from './hooks/open-dialogs.ts'
import { useSaveBarHeight } from './hooks/save-bar-height.ts'

interface Props {
  /** Announced before each message and on its region. */
  label: string
  /** Label of a message's close button. */
  closeLabel: string
  theme: 'light' | 'dark'
  dir: 'ltr' | 'rtl'
}

/** Dialogs, sheets, popovers and menus are above messages, which are above a dialog's backdrop. */
const level = 45

/**
 * At most five, 2000 ms each by default (docs/product/messages.md#toasts). They are below all overlays, and at the top while a dialog or a
 * chat is open, also if they came before: never over what sends an answer, nor over the way back. Above the bar that saves a form.
 */
export function Toaster({ label, closeLabel, theme, dir }: Props) {
  const isDialogOpen = useDialogOpen()
  const isComposerOpen = useComposerOpen()
  const head = isComposerOpen ? '3.75rem' : '0rem'
  const foot = `var(--keyboard) + var(--bottom-bar) + ${useSaveBarHeight()}px`
  return (
    <Sonner
      containerAriaLabel={label}
      theme={theme}
      dir={dir}
      position={isDialogOpen || isComposerOpen ? 'top-center' : 'bottom-center'}
      visibleToasts={5}
      style={{ zIndex: level }}
      duration={2000}
      offset={{ top: `calc(var(--visible-top) + ${head} + 0.75rem)`, bottom: `calc(${foot} + 1rem)` }}
      mobileOffset={{
        top: `calc(var(--visible-top) + var(--safe-top) + ${head} + 0.75rem)`,
        bottom: `calc(${foot} + 0.75rem)`,
      }}
      toastOptions={{
        closeButtonAriaLabel: closeLabel,
        // Its grey is for light surfaces.
        descriptionClassName: 'text-current!',
        cancelButtonStyle: { background: 'transparent', color: 'inherit', textDecoration: 'underline' },
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
