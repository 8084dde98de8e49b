import { Button } from '@mui/material';
import { useState } from 'react';
import { type RaRecord, useNotify } from 'react-admin';
import { lazyComponent } from '../frame/lazy-component.tsx';
import { NestedList } from '../nested/NestedList.tsx';
import type { NestedSource } from '../nested/source.ts';
import { useChildRecords } from '../nested/useChildRecords.ts';
import { request } from '../provider/http.ts';
import { useSession } from '../provider/session.ts';

const CompareVersions = lazyComponent(async () => (await import('./publishing/CompareVersions.tsx')).CompareVersions, {
  isDialog: true,
});

const nothing = { create: [], update: [] };

/** Version history of a form, newest first. An earlier version can be published again (design 7). */
export function FormVersions() {
  const source = useChildRecords('FormVersion');
  return (
    <NestedList
      source={source}
      words={{
        title: 'Versions',
        add: '',
        one: 'version',
        none: 'No versions yet. Saving the form creates the first one.',
      }}
      columns={['number', 'note', 'publishedBy', 'createdAt']}
      formFields={nothing}
      mayRemove={() => false}
      RowActions={VersionActions}
    />
  );
}

function VersionActions(props: { row: RaRecord; source: NestedSource }) {
  const { row, source } = props;
  const [isComparing, setComparing] = useState(false);
  const newest = source.total;
  return (
    <>
      {newest > 1 ? (
        <Button
          size="small"
          color="inherit"
          aria-label={`Compare version ${row.number}`}
          onClick={() => setComparing(true)}
        >
          Compare
        </Button>
      ) : null}
      {isComparing ? (
        <CompareVersions form={row.form} number={row.number} newest={newest} onClose={() => setComparing(false)} />
      ) : null}
      <PublishAgain {...props} />
    </>
  );
}

/** Hidden for the newest version, which is the published one. */
function PublishAgain({ row, source }: { row: RaRecord; source: NestedSource }) {
  const session = useSession();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const isNewest = source.page === 0 && source.rows?.[0]?.id === row.id;
  if (isNewest || !session?.ability.can('update', 'Form')) return null;
  const publish = async () => {
    setBusy(true);
    try {
      const { json } = await request(`/api/forms/${row.form}/versions/${row.number}/publish`, { method: 'POST' });
      await source.refresh();
      notify(`Version ${row.number} published again as version ${json.version}`, { type: 'success' });
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="small"
      color="inherit"
      disabled={isBusy}
      aria-label={`Publish version ${row.number} again`}
      onClick={() => void publish()}
    >
      Publish again
    </Button>
  );
}
