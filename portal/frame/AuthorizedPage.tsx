import type { ReactNode } from 'react';
import { NoAccessState } from '../look/EmptyState.tsx';
import { hasNoAccess } from '../session/ability.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import type { RouteTitle } from './breadcrumbPath.ts';
import { PageHead } from './PageHead.tsx';

/**
 * Shows the page of a route if the person has access to its records (ability check). Otherwise it shows an empty page,
 * without any request to the server.
 */
export function AuthorizedPage({
  route: { recordType, isCreating, title },
  children,
}: {
  route: RouteTitle;
  children: ReactNode;
}) {
  const { ability } = useSignedIn();
  if (!recordType || !hasNoAccess(ability, recordType, isCreating ? 'create' : 'read')) return children;
  return (
    <>
      {typeof title === 'string' && <PageHead title={title} />}
      <NoAccessState />
    </>
  );
}
