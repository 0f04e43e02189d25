import './delivery.css';
import { localStore } from '../platform/storage/browser-storage.ts';
import { deliveryApi } from './delivery-api.ts';
import { Downloads } from './downloads.ts';
import { deliveryIdOf, namedIn, pathOf, screenNamed, tokenOf } from './link.ts';
import { Reading } from './reading.ts';
import { Screen } from './screen.ts';

followTheme();

const screen = new Screen(
  {
    closeLink: (delivery) => reading.closeLink(delivery),
    mayDownload: (source, letterId) => downloads.mayStart(source, letterId),
    go: (path) => {
      window.history.pushState(null, '', path);
      begin();
    },
  },
  deliveryApi,
);
const reading = new Reading(deliveryApi, {
  show: (shown) => {
    if (shown.kind === 'letter' || shown.kind === 'letters') downloads.answered();
    screen.show(shown);
  },
  stand,
  suggestLanguage: (locale) => screen.suggestLanguage(locale),
});
const downloads = new Downloads((trouble) => reading.fail(trouble));

window.addEventListener('hashchange', begin);
window.addEventListener('popstate', () => {
  // A link pasted into the address bar also fires `hashchange`.
  if (window.location.hash === '') begin();
});
begin();

function begin(): void {
  const { hash, pathname, search } = window.location;
  const token = tokenOf(hash);
  const id = deliveryIdOf(pathname);
  const letter = namedIn(search, 'letter');
  const contact = namedIn(search, 'preview');
  const from = namedIn(search, 'from');
  screen.cameFrom(screenNamed(from));
  if (token !== undefined) {
    // Keeps the token out of the address bar and the history.
    stand(pathOf());
    reading.openLink(token);
  } else if (id !== undefined) reading.reopen(id, letter, from);
  else if (contact !== undefined) preview(contact, letter);
  else reading.fail('link_missing');
}

/** Lazy: only owners need this part. */
async function preview(contactId: string, letterId?: string): Promise<void> {
  try {
    const { previewOf } = await import('./preview.ts');
    const place = previewOf(contactId, (name) => screen.nameOfPreview(name));
    screen.preview(place.source);
    await reading.preview(place, letterId);
  } catch {
    reading.fail('network');
  }
}

function stand(path: string): void {
  window.history.replaceState(null, '', path);
}

/** Follows the theme of the system unless another is chosen; theme.js sets the first. */
function followTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  // Safari before 14 lacks `addEventListener` here.
  dark.addListener(() => {
    const choice = localStore.get('zavet.theme');
    if (choice !== undefined && choice !== 'auto') return;
    document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
  });
}
