import './look/tokens.css';
import './look/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/queries.ts';
import { readPreloadedResponses } from './api/request.ts';
import { preventFileDropNavigation } from './forms/files/preventFileDropNavigation.ts';
import { App } from './frame/App.tsx';
import { loadPageCode } from './frame/route.ts';
import { applyPreferences } from './preferences/applyPreferences.ts';
import { openRoutes, routes } from './routes.tsx';
import { initSession } from './session/SessionProvider.tsx';

applyPreferences();
preventFileDropNavigation(window);
readPreloadedResponses(document);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root: the portal has nowhere to go');
const cache = makeQueryClient();
const renderApp = () =>
  createRoot(root).render(
    <StrictMode>
      <App cache={cache} routes={routes} openRoutes={openRoutes} />
    </StrictMode>,
  );

/**
 * How long the first render waits for the code of the page, which loads in parallel, so that frame and page appear
 * together. Milliseconds.
 */
const pageTimeout = 500;
const isSignedIn = initSession(cache);
if (isSignedIn)
  void Promise.race([loadPageCode(location.pathname, routes), new Promise((go) => setTimeout(go, pageTimeout))]).then(
    renderApp,
  );
else renderApp();
