import './look/tokens.css';
import './look/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './frame/App.tsx';
import { applyPreferences } from './preferences/apply-preferences.ts';

applyPreferences();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root: the portal has nowhere to go');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
