/** Classes of a list's parts, shared by table, cards and skeleton. */
export const scroller =
  'min-h-40 overflow-auto overscroll-x-contain not-supports-[-moz-appearance:none]:[scrollbar-color:auto] [&::-webkit-scrollbar:horizontal]:hidden [&::-webkit-scrollbar]:w-2 [&::-webkit-scrollbar-thumb]:rounded-full [&::-webkit-scrollbar-thumb]:bg-foreground/15'
export const head = 'sticky top-0 z-10 h-9 border-b bg-background px-3 text-xs font-medium text-muted-foreground'
export const row =
  'group h-row outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring hover:bg-muted/60 data-active:bg-muted aria-selected:bg-primary-soft/60 data-active:[&>td:first-child]:shadow-[inset_2px_0_0_var(--primary)]'
export const cell = 'whitespace-nowrap border-b px-3 py-1 align-middle data-highlight:bg-warning-soft'
/** Row actions stay visible while columns scroll beneath them. */
export const actions = 'sticky end-0 bg-background ps-1 pe-2 group-hover:bg-muted group-aria-selected:bg-primary-soft'
export const sideScrollbar = 'sticky bottom-0 z-10 h-2.5 cursor-pointer touch-none bg-background py-0.5 print:hidden'
/** Native selects and date fields: the platform's own pickers work best on a phone. */
export const control =
  'h-control w-full min-w-0 rounded-md border border-input bg-background px-3 text-sm outline-none focus-visible:ring-2 focus-visible:ring-ring disabled:opacity-50'
/** The main action of a phone's screen, at the thumb. */
export const floating = 'fixed end-4 bottom-[calc(var(--bottom-bar)+0.75rem)] z-20 size-14 rounded-full!'
