import './delivery.css';
import { localStore } from '../platform/storage/browser-storage.ts';
import { deliveryApi } from './delivery-api.ts';
import { Downloads } from './downloads.ts';
import { LetterLoader } from './letter-loader.ts';
import { deliveryIdOf, paramOf, pathOf, returnPathOf, tokenOf } from './link.ts';
import { Screen } from './screen.ts';

followTheme();

const screen = new Screen(
  {
    closeLink: (delivery) => loader.closeLink(delivery),
    mayDownload: (source, letterId) => downloads.mayStart(source, letterId),
    go: (path) => {
      window.history.pushState(null, '', path);
      openLocation();
    },
  },
  deliveryApi,
);
const loader = new LetterLoader(deliveryApi, {
  show: (state) => {
    if (state.kind === 'letter' || state.kind === 'letters') downloads.onAnswer();
    screen.show(state);
  },
  setPath,
  suggestLanguage: (locale) => screen.suggestLanguage(locale),
});
const downloads = new Downloads((trouble) => loader.fail(trouble));

window.addEventListener('hashchange', openLocation);
window.addEventListener('popstate', () => {
  // A link pasted into the address bar also fires `hashchange`, which opens it.
  if (window.location.hash === '') openLocation();
});
openLocation();

function openLocation(): void {
  const { hash, pathname, search } = window.location;
  const token = tokenOf(hash);
  const id = deliveryIdOf(pathname);
  const letter = paramOf(search, 'letter');
  const contact = paramOf(search, 'preview');
  const from = paramOf(search, 'from');
  screen.returnTo(returnPathOf(from));
  if (token !== undefined) {
    // Keeps the token out of the address bar and the history.
    setPath(pathOf());
    loader.openLink(token);
  } else if (id !== undefined) loader.reopen(id, letter, from);
  else if (contact !== undefined) preview(contact, letter);
  else loader.fail('link_missing');
}

/** Shows the owner's preview. Its code is loaded lazily, because only owners need it. */
async function preview(contactId: string, letterId?: string): Promise<void> {
  try {
    const { previewOf } = await import('./preview.ts');
    const collection = previewOf(contactId, (name) => screen.setContact(name));
    screen.preview(collection.source);
    await loader.preview(collection, letterId);
  } catch {
    loader.fail('network');
  }
}

function setPath(path: string): void {
  window.history.replaceState(null, '', path);
}

/** Follows the system theme unless the reader chose a theme; theme.js sets the initial theme. */
function followTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  // Safari before 14 lacks `addEventListener` here.
  dark.addListener(() => {
    const choice = localStore.get('zavet.theme');
    if (choice !== undefined && choice !== 'auto') return;
    document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
  });
}
