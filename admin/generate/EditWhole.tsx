import type { ReactNode } from 'react';
import { EditBase, useNotify, useRequireAccess } from 'react-admin';
import { useSaveErrors } from '../provider/useSaveErrors.tsx';
import { useDescribed } from './described.tsx';
import { wholeRecord } from './whole-record.ts';

interface EditWholeProps {
  /** What one must be allowed to do to be here. */
  action: 'show' | 'edit';
  children: ReactNode;
}

/** The record of the address with all that it holds; a save stays on the page and says what came of it. */
export function EditWhole({ action, children }: EditWholeProps) {
  const { resource } = useDescribed();
  const notify = useNotify();
  const onError = useSaveErrors();
  const { isPending } = useRequireAccess({ action, resource: resource.path });
  if (isPending) return null;
  return (
    <EditBase
      disableAuthentication
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={wholeRecord}
      mutationOptions={{ ...wholeRecord, onSuccess: () => notify('Saved', { type: 'success' }), onError }}
    >
      {children}
    </EditBase>
  );
}
