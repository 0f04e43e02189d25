import account from '@zavet/locales/ru/account.json' with { type: 'json' };
import dashboard from '@zavet/locales/ru/dashboard.json' with { type: 'json' };
import faqWords from '@zavet/locales/ru/faq.json' with { type: 'json' };
import shell from '@zavet/locales/ru/shell.json' with { type: 'json' };
import faq from '@zavet/texts/faq/ru.json' with { type: 'json' };

/** What a screen says at once, in the default language, while its code is still on its way. */
export interface FirstPaint {
  title: string;
  lead?: string;
  /** What stands beside a form where there is room, and on a phone below it. */
  beside?: string;
  /** The longest sentence of a form that is too long for a phone to show what stands below it. */
  within?: string;
  /** What stands below in boxes. */
  boxes?: string[];
  /** A phone has its bar at the foot. */
  isPrivate?: boolean;
}

export const firstPaints = {
  login: { ...headOf(account.login), beside: account.about.lead },
  signup: {
    ...headOf(account.signUp),
    beside: account.about.lead,
    within: plain(account.signUp.accept.privacy_policy),
  },
  faq: {
    title: faqWords.title,
    boxes: faq.groups[0]?.questions.map(({ question }) => question) ?? [],
  },
  dashboard: { title: '', lead: dashboard.lead, isPrivate: true },
} as const satisfies Record<string, FirstPaint>;

/** Stands beside the application's place and goes when the application has drawn a screen. */
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

function headOf({ title, lead }: { title: string; lead: string }) {
  return { title, lead };
}

/** Without the marks of links. */
function plain(text: string): string {
  return text.replaceAll(/<\/?\w+>/g, '');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{{', '');
}
