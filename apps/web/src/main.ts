import { tabStore } from './platform/storage/browser-storage.ts';

/** Maximum wait for the first paint of the static content, in milliseconds. */
const maxPaintWaitMs = 300;

let hasStarted = false;

async function start(): Promise<void> {
  if (hasStarted) return;
  hasStarted = true;
  try {
    // Two shorter tasks instead of a long one keep the page responsive.
    await import('react-dom/client');
    await new Promise((resolve) => setTimeout(resolve));
    await import('./start.tsx');
  } catch (error) {
    // The server became unreachable while the page was loading. A reload cannot lose any input yet.
    setTimeout(reloadWhenAnswered, hasJustReloaded() ? reloadPauseMs * 12 : reloadPauseMs);
    // A failed fetch is not a bug to be reported.
    if (!/fetch|import/i.test(String(error))) throw error;
  }
}

const reloadPauseMs = 5000;

const reloadKey = 'zavet.page_reload';

/** Slows down reloads of a page that is broken on the server. */
function hasJustReloaded(): boolean {
  const last = Number(tabStore.get(reloadKey));
  const isNoted = tabStore.set(reloadKey, String(Date.now()));
  return !isNoted || Date.now() - last < reloadPauseMs * 24;
}

/** Reloads once the server responds, because a page that failed to load cannot retry. */
async function reloadWhenAnswered(): Promise<void> {
  const answer = await fetch('/api/live', { cache: 'no-store' }).catch(() => undefined);
  if (answer?.ok) location.reload();
  else setTimeout(reloadWhenAnswered, reloadPauseMs);
}

// Static content is painted before the application starts.
const staticContent = document.getElementById('first-paint');
if (staticContent?.checkVisibility?.() && document.visibilityState === 'visible') {
  new PerformanceObserver(() => void start()).observe({ type: 'paint', buffered: true });
  setTimeout(start, maxPaintWaitMs);
} else void start();
