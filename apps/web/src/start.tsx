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
// By itself as well: the routes are many, and each wait of a slow phone stays short.
const { Application } = await import('./app/application.tsx');

// As a transition the first screen is drawn in slices, and a slow phone can scroll and type meanwhile.
startTransition(() => {
  createRoot(root).render(
    <StrictMode>
      <Application />
    </StrictMode>,
  );
});
