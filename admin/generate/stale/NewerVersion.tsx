import { Alert } from '@mui/material';
import { useEffect } from 'react';
import { type RaRecord, useEditContext, useGetOne, useRecordContext } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useDescribed } from '../described.tsx';
import { wholeRecord } from '../whole-record.ts';

/** Beside the record of the form, so that a look at the stored one does not change what is being edited. */
const look = { meta: { ...wholeRecord.meta, isLook: true } };

/**
 * Hears of what somebody else saved when the person comes back to the window (design 6): an untouched form shows it at
 * once, a touched one says so and stays as it is.
 */
export function NewerVersion() {
  const { resource } = useDescribed();
  const record = useRecordContext<RaRecord>();
  const { refetch: load } = useEditContext();
  const { isDirty } = useFormState();
  const { data: stored, refetch: lookAgain } = useGetOne<RaRecord>(
    resource.path,
    { id: record?.id ?? '', ...look },
    { enabled: false },
  );
  const isNewer = stored !== undefined && record !== undefined && stored.revision > record.revision;

  useEffect(() => {
    const listen = () => void lookAgain();
    window.addEventListener('focus', listen);
    return () => window.removeEventListener('focus', listen);
  }, [lookAgain]);
  useEffect(() => {
    if (isNewer && !isDirty) void load();
  }, [isNewer, isDirty, load]);

  if (!isNewer || !isDirty) return null;
  return (
    <Alert severity="info" sx={{ mb: 1.5 }}>
      Somebody else has saved this record since you opened it. What you typed is still here; saving brings both
      together.
    </Alert>
  );
}
