import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { preventFileDropNavigation } from '#portal/forms/files/preventFileDropNavigation.ts';
import { applyPreferences } from '#portal/preferences/applyPreferences.ts';
import { App } from './App.tsx';

applyPreferences();
preventFileDropNavigation(window);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
