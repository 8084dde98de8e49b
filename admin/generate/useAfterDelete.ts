import { type RaRecord, useNotify, useRedirect } from 'react-admin';
import { singularOf } from './catalogue.ts';
import { useResourceScreen } from './resource-screen.tsx';

/** Returns a callback for after a deletion: runs the resource's hook, notifies, and redirects to the list. */
export function useAfterDelete(): (record: RaRecord) => void {
  const { resource, override } = useResourceScreen();
  const notify = useNotify();
  const redirect = useRedirect();
  return (record) => {
    override.onDeleted?.(record);
    notify(`${singularOf(resource)} deleted`, { type: 'success' });
    redirect('list', resource.path);
  };
}
