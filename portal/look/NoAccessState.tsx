import { EmptyState } from './EmptyState.tsx';

/** The empty state for content that the user has no permission to read (spec 2). It is not an error. */
export function NoAccessState() {
  return <EmptyState title="Nothing to see here">You don't have access to this page.</EmptyState>;
}
