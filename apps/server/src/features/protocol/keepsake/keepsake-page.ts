import { html, Markup } from '../../../platform/page-markup.ts';
import type { KeepsakeWords } from './keepsake-words.ts';

/**
 * A page that opens in any browser from a disk: no script, nothing remote, everything in it. Pictures
 * beside it may be shown.
 */
export function keepsakePage(words: KeepsakeWords, title: string, body: Markup): Buffer {
  const page = html`<!doctype html>
<html lang="${words.locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${body}</body>
</html>
`;
  return Buffer.from(page.text, 'utf8');
}

const style = `
:root{color-scheme:light dark;--text:#22302b;--quiet:#5a6861;--line:#e6dfd3;--page:#fbf8f3;--card:#fff;--link:#1f5a46;--gold:#8a6524}
@media (prefers-color-scheme:dark){:root{--text:#ece7dd;--quiet:#a9b2ac;--line:#343d39;--page:#171b19;--card:#1f2523;--link:#8cd0b1;--gold:#ddbb7c}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:1.5rem 1rem 4rem;background:var(--page);color:var(--text);font:1.0625rem/1.65 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
h1,h2{font-family:Literata,Georgia,"Times New Roman",serif;line-height:1.3;font-weight:600}
h1{font-size:2rem;margin:.5rem 0 1rem}
h2{font-size:1.3rem;margin:0}
p{margin:.5rem 0}
a{color:var(--link)}
ol,ul{margin:1.5rem 0;padding:0;list-style:none}
ul{margin:.5rem 0}
ol>li{padding:1rem 0;border-top:1px solid var(--line)}
ul li{margin:.75rem 0}
nav a,.ways a{display:inline-block;padding:.5rem 1.25rem .5rem 0}
.quiet{color:var(--quiet)}
.note{color:var(--gold)}
article{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1.5rem;margin:1rem 0}
.text{white-space:pre-wrap;margin:1.5rem 0;font:1.25rem/1.6 Literata,Georgia,"Times New Roman",serif}
section{margin-top:2rem;padding-top:1rem;border-top:1px solid var(--line)}
img{display:block;max-width:100%;height:auto;margin:.5rem 0;border-radius:.25rem}
@media print{:root{--text:#000;--quiet:#333;--line:#999;--page:#fff;--card:#fff;--link:#000;--gold:#333}body{max-width:none;padding:0}nav,.ways{display:none}article{border:0;padding:0}.text{font-size:12pt;orphans:3;widows:3}img,li{break-inside:avoid}}
`;
