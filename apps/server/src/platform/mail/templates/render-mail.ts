import { plainTextSelectors, render } from '@react-email/render';
import { compile } from 'html-to-text';
import type { ReactElement } from 'react';

export interface RenderedMail {
  html: string;
  text: string;
}

export async function renderMail(mail: ReactElement): Promise<RenderedMail> {
  const html = await render(mail);
  return { html, text: toPlainText(html) };
}

/** The part of html-to-text that is used here; it brings no types. */
interface TextBuilder {
  openBlock(options: { leadingLineBreaks: number }): void;
  closeBlock(options: { trailingLineBreaks: number }): void;
  addLiteral(text: string): void;
  addLineBreak(): void;
}
interface AnchorElement {
  children: unknown;
  attribs: { href: string };
}

// Compiled once: that takes longer than converting a mail.
const toPlainText = compile({
  wordwrap: false,
  formatters: {
    button: labelThenAddress,
  },
  selectors: [
    ...plainTextSelectors,
    { selector: 'h1', options: { uppercase: false, leadingLineBreaks: 2 } },
    { selector: 'a.main-button', format: 'button' },
    { selector: 'a.quiet-button', format: 'button' },
  ],
});

/** The address has a line of its own: most text views make it a link there. */
function labelThenAddress(
  anchor: AnchorElement,
  walk: (children: unknown, builder: TextBuilder) => void,
  builder: TextBuilder,
): void {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(anchor.children, builder);
  builder.addLineBreak();
  builder.addLiteral(anchor.attribs.href);
  builder.closeBlock({ trailingLineBreaks: 2 });
}
