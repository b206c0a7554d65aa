/** Style of landing pages, over that of all public pages. */
export const landingStyle: string = [
  'section{overflow:hidden}.lead{margin:0 0 1rem;white-space:pre-line}h1{font-size:1.9rem}',
  '.hero{padding:0}.hero>div{padding:1.25rem 1rem}.hero img{aspect-ratio:16/9;object-fit:cover}.hero h1:last-child,.hero .lead:last-child{margin-bottom:0}',
  'img{display:block;width:100%;height:auto}.picture{padding:0}.picture h2{padding:1rem;margin:0}',
  '.frame{position:relative;aspect-ratio:16/9}.frame span{position:absolute;inset:0;display:grid;place-items:center;border-radius:.5rem;background:var(--back);color:var(--soft)}.frame iframe{position:absolute;inset:0;width:100%;height:100%;border:0;border-radius:.5rem;background:var(--back)}',
  '.cards{list-style:none;margin:0;padding:0;display:grid;gap:.75rem;grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr))}',
  '.cards>li{border:1px solid var(--line);border-radius:.75rem;overflow:hidden;display:flex;flex-direction:column}.cards img{aspect-ratio:16/9;object-fit:cover}',
  '.cards div{padding:.75rem 1rem;display:grid;gap:.25rem}.cards b{font-size:1.05rem}.cards s,.cards small{color:var(--soft)}',
  'details{border-top:1px solid var(--line)}details:first-of-type{border-top:0}summary{padding:.8rem 0;min-height:2.75rem;font-weight:600;cursor:pointer}details p{margin:0 0 1rem;white-space:pre-line}',
  'fieldset{gap:1.1rem}.hero .button{margin-top:.25rem}.pixel{position:absolute;width:1px;height:1px;opacity:0}',
].join('')
