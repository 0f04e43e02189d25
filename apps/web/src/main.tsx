import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Application } from './app/application.tsx';
import { sessionKeeper } from './features/session/api.ts';
import { startLanguage } from './interface/language/i18n.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

void sessionKeeper.start();
await startLanguage();

createRoot(root).render(
  <StrictMode>
    <Application />
  </StrictMode>,
);
