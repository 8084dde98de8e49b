import type { ReactNode } from 'react';
import { NothingHere } from '../look/NothingHere.tsx';
import { isClosed } from '../session/ability.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import type { RouteTitle } from './crumbs.ts';
import { PageHead } from './PageHead.tsx';

/**
 * Shows the page of a route if the person has access to its records (ability check). Otherwise it shows an empty page,
 * without any request to the server.
 */
export function OpenPage({ route: { of, isMaking, title }, children }: { route: RouteTitle; children: ReactNode }) {
  const { ability } = useSignedIn();
  if (!of || !isClosed(ability, of, isMaking ? 'create' : 'read')) return children;
  return (
    <>
      {typeof title === 'string' && <PageHead title={title} />}
      <NothingHere />
    </>
  );
}
