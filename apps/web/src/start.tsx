import './ui/theme/styles.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { refusalWords } from './platform/client/refusal-words.ts';
import { sessionKeeper } from './platform/session/session.ts';
import { startLanguage } from './ui/language/i18n.ts';
import { followTheme } from './ui/theme/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

followTheme();
refusalWords.loadOnFirstInteraction(window);
void sessionKeeper.start();
await startLanguage(window.location.search);
// A task of its own, because there are many routes and tasks should be short on slow phones.
const { Application } = await import('./app/application.tsx');

// A transition renders in slices, so a slow phone can scroll and type meanwhile.
startTransition(() => {
  createRoot(root).render(
    <StrictMode>
      <Application />
    </StrictMode>,
  );
});
