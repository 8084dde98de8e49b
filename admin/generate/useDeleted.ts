import { type RaRecord, useNotify, useRedirect } from 'react-admin';
import { singularOf } from './catalogue.ts';
import { useDescribed } from './described.tsx';

/** What follows on a deletion: the list, a notice, and what the resource has to do itself. */
export function useDeleted(): (record: RaRecord) => void {
  const { resource, override } = useDescribed();
  const notify = useNotify();
  const redirect = useRedirect();
  return (record) => {
    override.onDeleted?.(record);
    notify(`${singularOf(resource)} deleted`, { type: 'success' });
    redirect('list', resource.path);
  };
}
