import './look/tokens.css';
import './look/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/queries.ts';
import { takeSentAlong } from './api/sentAlong.ts';
import { keepPageOnDrop } from './forms/files/keepPage.ts';
import { App } from './frame/App.tsx';
import { codeAhead } from './frame/pages.tsx';
import { applyPreferences } from './preferences/apply-preferences.ts';
import { beginSession } from './session/SessionProvider.tsx';

applyPreferences();
keepPageOnDrop(window);
takeSentAlong(document);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root: the portal has nowhere to go');
const cache = makeQueryClient();
const begin = () =>
  createRoot(root).render(
    <StrictMode>
      <App cache={cache} />
    </StrictMode>,
  );

/** So long the frame waits for its page, whose code is on its way beside it: both are painted at once. Milliseconds. */
const patience = 500;
const isSignedIn = beginSession(cache);
if (isSignedIn)
  void Promise.race([codeAhead(location.pathname), new Promise((go) => setTimeout(go, patience))]).then(begin);
else begin();
