import { tabStore } from './platform/storage/browser-storage.ts';

/** The longest that the application waits for the page's own first words, in milliseconds. */
const patience = 300;

let hasBegun = false;

async function begin(): Promise<void> {
  if (hasBegun) return;
  hasBegun = true;
  try {
    // The libraries by themselves, then the rest: two shorter waits for a person who touches the screen.
    await import('react-dom/client');
    await new Promise((resolve) => setTimeout(resolve));
    await import('./start.tsx');
  } catch (error) {
    // The server went away while the page was coming. Nobody has typed anything yet.
    setTimeout(reloadWhenAnswered, hasJustReloaded() ? reloadPauseMs * 12 : reloadPauseMs);
    // What was only not fetched is no mistake of the code.
    if (!/fetch|import/i.test(String(error))) throw error;
  }
}

const reloadPauseMs = 5000;

const reloadKey = 'zavet.page_reload';

/** A page that is broken on the server is not asked for over and over. */
function hasJustReloaded(): boolean {
  const last = Number(tabStore.get(reloadKey));
  const isNoted = tabStore.set(reloadKey, String(Date.now()));
  return !isNoted || Date.now() - last < reloadPauseMs * 24;
}

/** Only when the server answers: a page that failed to load could not try again. */
async function reloadWhenAnswered(): Promise<void> {
  const answer = await fetch('/api/health', { cache: 'no-store' }).catch(() => undefined);
  if (answer?.ok) location.reload();
  else setTimeout(reloadWhenAnswered, reloadPauseMs);
}

// Where the page has words of its own, they are painted before the application takes the processor.
const words = document.getElementById('first-paint');
if (words?.checkVisibility?.() && document.visibilityState === 'visible') {
  new PerformanceObserver(() => void begin()).observe({ type: 'paint', buffered: true });
  setTimeout(begin, patience);
} else void begin();
