/** Colours and sizes of mails: inline, because programs of mail drop style sheets; classes only for dark mode. */

export const width = 600
const padding = 32
/** Width of what stands in the card. */
export const innerWidth = width - 2 * padding

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

export const styles = {
  body: `margin:0;padding:0;width:100%;background-color:#f3f4f6;color:#16191d;font-family:${font}`,
  /** Shown in the list of mails, not in the mail. Filters count text that is tiny, transparent or as its ground (docs/product/deliverability.md#filters). */
  preheader: 'max-height:0;overflow:hidden;mso-hide:all',
  outer: 'background-color:#f3f4f6',
  frame: 'padding:24px 12px',
  column: `width:100%;max-width:${width}px`,
  sender: `padding:0 8px 16px;font-family:${font};font-size:15px;line-height:22px;font-weight:700;color:#16191d`,
  card: `background-color:#ffffff;border-radius:12px;padding:${padding}px;font-family:${font};font-size:16px;line-height:25px;color:#16191d;word-break:break-word;overflow-wrap:anywhere`,
  foot: `padding:20px 8px 0;font-family:${font};font-size:13px;line-height:20px;color:#565e69`,
  footLink: 'color:#565e69;text-decoration:underline',
  title: 'margin:0 0 16px;font-size:22px;line-height:30px;font-weight:700;color:#16191d',
  p: 'margin:0 0 16px',
  h1: 'margin:24px 0 12px;font-size:22px;line-height:30px;font-weight:700',
  h2: 'margin:24px 0 10px;font-size:19px;line-height:27px;font-weight:700',
  h3: 'margin:20px 0 8px;font-size:17px;line-height:25px;font-weight:700',
  list: 'margin:0 24px 16px;padding:0',
  li: 'margin:0 0 6px',
  quote: 'margin:0 0 16px;padding:2px 16px;color:#565e69',
  pre: 'margin:0 0 16px;padding:12px;background-color:#f3f4f6;border-radius:8px;font-family:Consolas,Menlo,monospace;font-size:14px;line-height:21px;white-space:pre-wrap',
  code: 'font-family:Consolas,Menlo,monospace;font-size:14px',
  hr: 'margin:24px 0;border:0;border-top:1px solid #d5d9df;height:0',
  link: 'color:#1d4ed8;text-decoration:underline',
  table: 'margin:0 0 16px;width:100%;border-collapse:collapse',
  cell: 'padding:8px;border:1px solid #d5d9df;font-size:15px;line-height:22px;vertical-align:top',
  /** The attribute of width is for Outlook; elsewhere a small picture keeps its size. */
  picture: 'display:block;width:auto;max-width:100%;height:auto;border:0;margin:0 0 16px',
  facts: 'margin:0 0 16px;width:100%',
  label: 'padding:4px 0;font-size:14px;line-height:21px;color:#565e69;vertical-align:top',
  value: 'padding:4px 0;font-size:16px;line-height:24px;font-weight:600;vertical-align:top',
  line: 'padding:8px 0;border-bottom:1px solid #d5d9df;font-size:16px;line-height:24px;vertical-align:top',
  total: 'padding:10px 0;font-size:16px;line-height:24px;font-weight:700;vertical-align:top',
  buttonRow: 'margin:8px 0 20px',
  buttonCell: 'background-color:#1d4ed8;border-radius:8px',
  button: `display:inline-block;padding:13px 22px;font-family:${font};font-size:16px;line-height:22px;font-weight:700;color:#ffffff;text-decoration:none;border-radius:8px`,
  small: 'margin:0 0 16px;font-size:14px;line-height:21px;color:#565e69',
} as const

/** Light and dark by the program's own setting; `[data-ogsc]` is Outlook's dark mode. */
const dark: readonly (readonly [string, string])[] = [
  ['.m-back', 'background-color:#111317!important'],
  ['.m-card', 'background-color:#1b1e23!important;color:#eceef1!important'],
  ['.m-ink', 'color:#eceef1!important'],
  ['.m-soft', 'color:#a9b0ba!important'],
  ['.m-link', 'color:#9db8ff!important'],
  ['.m-line', 'border-color:#3a414b!important'],
  ['.m-box', 'background-color:#111317!important'],
  ['.m-main', 'background-color:#9db8ff!important'],
  ['.m-on', 'color:#0d1b45!important'],
]
const rules = (prefix: string) => dark.map(([name, rule]) => `${prefix}${name}{${rule}}`).join('')

export const styleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media(max-width:480px){.m-card{padding:20px!important}}@media(prefers-color-scheme:dark){${rules('')}}${rules('[data-ogsc] ')}`
