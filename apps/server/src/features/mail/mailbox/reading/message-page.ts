import { cleanHtml } from './clean-html.ts';
import { inlinePictures } from './mail-attachments.ts';
import type { ParsedMail } from './parse-mail.ts';

export interface PageLooks {
  images: 'hidden' | 'shown';
  theme: 'light' | 'dark';
}

/** A mail as a page of its own. The answer's headers lock it into a sandbox. */
export function pageOf(mail: ParsedMail, looks: PageLooks): string {
  const { html } = mail;
  if (html === undefined) return pageWith(`<pre>${escaped(mail.text ?? '')}</pre>`, looks);
  const cleaned = cleanHtml(html, {
    areImagesShown: looks.images === 'shown',
    keepsColours: looks.theme === 'light',
    pictures: inlinePictures(mail),
  });
  return pageWith(cleaned.html, looks);
}

const themes = {
  light: { back: '#ffffff', ink: '#22302b', link: '#22302b' },
  dark: { back: '#1f2523', ink: '#ece7dd', link: '#ece7dd' },
};

/** The policy allows no more than what this reader asked for, also where the headers allow more. */
function pageWith(body: string, { images, theme }: PageLooks): string {
  const { back, ink, link } = themes[theme];
  const pictures = images === 'shown' ? 'data: https:' : 'data:';
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${pictures}; form-action 'none'; base-uri 'none'`;
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme}">
<style>
html { background: ${back}; color: ${ink}; }
body { margin: 16px; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: ${link}; }
img { max-width: 100%; height: auto; }
table { max-width: 100%; }
pre { white-space: pre-wrap; font: inherit; margin: 0; }
blockquote { margin: 0 0 0 8px; padding-left: 12px; border-left: 2px solid currentColor; }
</style>
</head>
<body dir="auto">${body}</body>
</html>
`;
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}
