import type { ReactNode } from 'react';
import { NothingHere } from '../look/NothingHere.tsx';
import { isClosed } from '../session/ability.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import type { RouteTitle } from './crumbs.ts';
import { PageHead } from './PageHead.tsx';

/** The page of a route for who may have what it shows; for others nothing is asked of the server. */
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
