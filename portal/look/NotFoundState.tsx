import { Link } from 'react-router-dom';
import { EmptyState } from './EmptyState.tsx';

export interface NotFoundProps {
  /** What was not found: `order`. */
  thing: string;
  /** The list's URL, relative to the current path. */
  all?: string;
}

/** The empty state of a record that does not exist, or that the person may not read. */
export function NotFoundState({ thing, all }: NotFoundProps) {
  return (
    <EmptyState
      title={`This ${thing} wasn't found`}
      action={all && <Link to={all} relative="path">{`All ${thing}s`}</Link>}
    >
      It may have been deleted, or you may not have access to it.
    </EmptyState>
  );
}
