import { Alert, Button, TablePagination, Typography } from '@mui/material';
import { type ComponentType, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { lazyComponent } from '../frame/lazy-component.tsx';
import { PageSection } from '../frame/PageSection.tsx';
import { fieldNamed } from '../generate/catalogue.ts';
import type { FieldComponent } from '../generate/override.ts';
import { NestedTable } from './NestedTable.tsx';
import type { NestedSource } from './source.ts';

const RemoveDialog = lazyComponent(async () => (await import('./RemoveDialog.tsx')).RemoveDialog, { isDialog: true });
const RowDialog = lazyComponent(async () => (await import('./RowDialog.tsx')).RowDialog, { isDialog: true });

interface NestedWords {
  title: string;
  /** Label of the add button: 'Add an address'. */
  add: string;
  /** Singular noun within a sentence: 'address'. */
  one: string;
  /** Text of the empty state. */
  none: string;
}

export interface NestedListProps {
  source: NestedSource;
  words: NestedWords;
  columns: string[];
  /** Fields of the create and edit dialogs. An empty list disables the operation. */
  formFields: { create: string[]; update: string[] };
  /** Labels that replace the schema's. */
  labels?: Record<string, string>;
  cells?: Record<string, FieldComponent | undefined>;
  inputs?: Record<string, FieldComponent | undefined>;
  /** Additional buttons per row. */
  RowActions?: ComponentType<{ row: RaRecord; source: NestedSource }>;
  mayChange?: (row: RaRecord) => boolean;
  mayRemove?: (row: RaRecord) => boolean;
  /** Saves a new order of the rows; undefined if they have no order. */
  onReorder?: ((rows: RaRecord[]) => Promise<void>) | undefined;
}

type OpenDialog = { kind: 'add' } | { kind: 'change' | 'remove'; id: RaRecord['id'] };

/** Table of child records on their parent's page. Each is added, changed and removed on its own, at once. */
export function NestedList(props: NestedListProps) {
  const { source, words, formFields, labels = {}, cells = {}, inputs = {} } = props;
  const { resource, rows, error, total } = source;
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const stop = () => setOpenDialog(undefined);
  const row = openDialog && 'id' in openDialog ? rows?.find(({ id }) => id === openDialog.id) : undefined;
  const fields = (names: string[]) =>
    names.map((name) => {
      const field = fieldNamed(resource, name);
      return { ...field, label: labels[name] ?? field.label };
    });
  const canAdd = formFields.create.length > 0 && source.can('create');
  return (
    <PageSection
      title={words.title}
      actions={
        canAdd ? (
          <Button size="small" variant="outlined" color="inherit" onClick={() => setOpenDialog({ kind: 'add' })}>
            {words.add}
          </Button>
        ) : null
      }
    >
      {error && !rows ? (
        <Alert severity="error" action={<Button onClick={() => void source.reload()}>Try again</Button>}>
          {error.message}
        </Alert>
      ) : null}
      {rows && total === 0 ? <Typography color="text.secondary">{words.none}</Typography> : null}
      {rows && total > 0 ? (
        <NestedTable
          {...props}
          rows={rows}
          fields={fields(props.columns)}
          cells={cells}
          onChange={({ id }) => setOpenDialog({ kind: 'change', id })}
          onRemove={({ id }) => setOpenDialog({ kind: 'remove', id })}
        />
      ) : null}
      <NestedPagination {...source} />
      {openDialog?.kind === 'add' || (openDialog?.kind === 'change' && row) ? (
        <RowDialog
          // A reload after a conflict changes the revision, which remounts the dialog.
          key={String(row?.revision)}
          source={source}
          row={row}
          title={row ? `Edit ${words.one}` : words.add}
          fields={fields(row ? formFields.update : formFields.create)}
          override={{ cells, inputs }}
          onClose={stop}
        />
      ) : null}
      {openDialog?.kind === 'remove' && row ? (
        <RemoveDialog
          source={source}
          row={row}
          one={words.one}
          fields={fields(props.columns)}
          cells={cells}
          onClose={stop}
        />
      ) : null}
    </PageSection>
  );
}

interface PagesProps {
  total: number;
  /** Zero-based. */
  page: number;
  rowsPerPage: number;
  goTo: (page: number) => void;
}

/** Pagination; hidden if there is only one page. */
function NestedPagination({ total, page, rowsPerPage, goTo }: PagesProps) {
  if (total <= rowsPerPage) return null;
  return (
    <TablePagination
      component="div"
      count={total}
      page={page}
      rowsPerPage={rowsPerPage}
      rowsPerPageOptions={[rowsPerPage]}
      onPageChange={(_event, next) => goTo(next)}
    />
  );
}
