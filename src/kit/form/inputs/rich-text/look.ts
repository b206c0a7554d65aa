/** Classes of a rich text, in the editor and in read-only views. */
export const textLook =
  '[&_a]:text-primary-text [&_a]:underline [&_ol]:list-decimal [&_ol]:ps-5 [&_p+p]:mt-2 [&_ul]:list-disc [&_ul]:ps-5 [&_:is(h1,h2,h3)]:mt-4 [&_:is(h1,h2,h3)]:leading-snug [&_:is(h1,h2,h3)]:font-semibold [&_h1]:text-[1.5em] [&_h2]:text-[1.25em] [&_h3]:text-[1.1em]'

export const articleLook = `${textLook} [&_:is(p,ul,ol,blockquote,img,iframe,table,pre)]:my-3 [&_:is(li,td,th,blockquote)_p]:my-0 [&_li>:is(ul,ol)]:my-0 [&_blockquote]:border-s-2 [&_blockquote]:border-primary [&_blockquote]:ps-4 [&_blockquote]:text-muted-foreground [&_img]:mx-auto [&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-lg [&_iframe]:aspect-video [&_iframe]:w-full [&_iframe]:rounded-lg [&_iframe]:bg-muted [&_table]:w-full [&_table]:table-fixed [&_table]:border-collapse [&_:is(td,th)]:break-words [&_:is(td,th)]:border [&_:is(td,th)]:px-3 [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:text-start [&_:is(td,th)]:align-top [&_th]:bg-muted [&_th]:font-semibold`

/** Classes of the editor: white space as typed, and a cursor between blocks. */
export const editorLook =
  'relative break-words whitespace-break-spaces [font-variant-ligatures:none] [&_[contenteditable=false]]:whitespace-normal [&_.ProseMirror-selectednode]:outline-2 [&_.ProseMirror-selectednode]:outline-ring [&_.selectedCell]:bg-primary/15 [&_.ProseMirror-gapcursor]:pointer-events-none [&_.ProseMirror-gapcursor]:absolute [&_.ProseMirror-gapcursor]:hidden [&_.ProseMirror-gapcursor]:w-5 [&_.ProseMirror-gapcursor]:border-t [&_.ProseMirror-gapcursor]:border-foreground [&.ProseMirror-focused_.ProseMirror-gapcursor]:block [&.ProseMirror-hideselection_*::selection]:bg-transparent'
