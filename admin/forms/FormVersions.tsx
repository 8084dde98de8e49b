import { Button } from '@mui/material';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import { lazyComponent } from '../frame/lazy-component.tsx';
import { NestedList } from '../nested/NestedList.tsx';
import type { NestedSource } from '../nested/source.ts';
import { useChildRecords } from '../nested/useChildRecords.ts';
import { useSession } from '../provider/session.ts';

const CompareVersions = lazyComponent(async () => (await import('./publishing/CompareVersions.tsx')).CompareVersions, {
  isDialog: true,
});

const PublishAgainDialog = lazyComponent(
  async () => (await import('./publishing/PublishAgainDialog.tsx')).PublishAgainDialog,
  { isDialog: true },
);

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
  const [isOpen, setOpen] = useState(false);
  const isNewest = source.page === 0 && source.rows?.[0]?.id === row.id;
  if (isNewest || !session?.ability.can('update', 'Form')) return null;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-label={`Publish version ${row.number} again`}
        onClick={() => setOpen(true)}
      >
        Publish again
      </Button>
      {isOpen ? (
        <PublishAgainDialog
          id={row.form}
          number={row.number}
          onPublished={source.refresh}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
