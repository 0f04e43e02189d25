/** The longest that the application waits for the page's own first words, in milliseconds. */
const patience = 300;

let hasBegun = false;

async function begin(): Promise<void> {
  if (hasBegun) return;
  hasBegun = true;
  // The libraries by themselves, then the rest: two shorter waits for whoever touches the screen.
  await import('react-dom/client');
  await new Promise((resolve) => setTimeout(resolve));
  await import('./start.tsx');
}

// Where the page has words of its own, they are painted before the application takes the processor.
const words = document.getElementById('first-paint');
if (words?.checkVisibility?.() && document.visibilityState === 'visible') {
  new PerformanceObserver(() => void begin()).observe({ type: 'paint', buffered: true });
  setTimeout(begin, patience);
} else void begin();
