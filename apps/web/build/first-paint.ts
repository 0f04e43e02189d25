import account from '@zavet/locales/ru/account.json' with { type: 'json' };
import dashboard from '@zavet/locales/ru/dashboard.json' with { type: 'json' };
import faqWords from '@zavet/locales/ru/faq.json' with { type: 'json' };
import shell from '@zavet/locales/ru/shell.json' with { type: 'json' };
import faq from '@zavet/texts/faq/ru.json' with { type: 'json' };

/** Content of a screen, in the default language, that is shown while its code is loading. */
export interface FirstPaint {
  title: string;
  lead?: string;
  /** Content beside a form on a wide screen, below it on a phone. */
  beside?: string;
  /** The longest sentence of a form. On a phone such a form leaves no room for `beside`. */
  within?: string;
  /** Texts in boxes below the lead. */
  boxes?: string[];
  /** A screen for signed-in users: on a phone the navigation bar is at the bottom. */
  isPrivate?: boolean;
}

export const firstPaints = {
  login: { title: account.login.title, lead: account.login.lead, beside: account.about.lead },
  signup: {
    title: account.signUp.title,
    beside: account.about.lead,
    within: plain(account.signUp.accept.privacy_policy),
  },
  faq: {
    title: faqWords.title,
    boxes: faq.groups[0]?.questions.map(({ question }) => question) ?? [],
  },
  dashboard: { title: '', lead: dashboard.lead, isPrivate: true },
} as const satisfies Record<string, FirstPaint>;

/**
 * The markup of the content: placed beside the root of the application, and removed when the first
 * screen is rendered.
 */
export function markupOf(paint: FirstPaint): string {
  const { title, lead, beside, within, boxes = [], isPrivate = false } = paint;
  const bar = isPrivate ? 'bar private' : 'bar';
  const parts = [
    `<div class="${bar}">${escaped(shell.product)}</div>`,
    `<p class="title">${escaped(title)}</p>`,
    ...(lead ? [`<p class="lead">${escaped(lead)}</p>`] : []),
    ...(beside ? [`<p class="beside">${escaped(beside)}</p>`] : []),
    ...(within ? [`<p class="within">${escaped(within)}</p>`] : []),
    ...boxes.map((text) => `<p class="box">${escaped(text)}</p>`),
  ];
  return `<div id="first-paint" aria-hidden="true">${parts.join('')}</div>`;
}

/** Removes link markup. */
function plain(text: string): string {
  return text.replaceAll(/<\/?\w+>/g, '');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{{', '');
}
