import { Alert, Button, Typography } from '@mui/material';
import { type ComponentType, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { lazily } from '../frame/lazily.tsx';
import { Part } from '../frame/Part.tsx';
import { fieldNamed } from '../generate/catalogue.ts';
import type { FieldComponent } from '../generate/override.ts';
import { NestedTable } from './NestedTable.tsx';
import { Pages } from './Pages.tsx';
import type { NestedSource } from './source.ts';

const RemoveDialog = lazily(async () => (await import('./RemoveDialog.tsx')).RemoveDialog, { isDialog: true });
const RowDialog = lazily(async () => (await import('./RowDialog.tsx')).RowDialog, { isDialog: true });

export interface NestedWords {
  title: string;
  /** The button that adds one: 'Add an address'. */
  add: string;
  /** One of them in the middle of a sentence: 'address'. */
  one: string;
  /** What stands in the place of none. */
  none: string;
}

export interface NestedListProps {
  source: NestedSource;
  words: NestedWords;
  columns: string[];
  /** What is asked for when one is made, and when it is changed; an empty list: it can not be. */
  asks: { create: string[]; update: string[] };
  /** Other words for a field than its schema has. */
  labels?: Record<string, string>;
  cells?: Record<string, FieldComponent | undefined>;
  inputs?: Record<string, FieldComponent | undefined>;
  /** More that can be done to one. */
  RowActions?: ComponentType<{ row: RaRecord; source: NestedSource }>;
  mayChange?: (row: RaRecord) => boolean;
  mayRemove?: (row: RaRecord) => boolean;
  /** Puts the rows in this order; without it they have none of their own. */
  onReorder?: ((rows: RaRecord[]) => Promise<void>) | undefined;
}

type Doing = { what: 'add' } | { what: 'change' | 'remove'; id: RaRecord['id'] };

/** Records that belong to the one of the page, as a small table; each is added, changed and removed by itself, at once. */
export function NestedList(props: NestedListProps) {
  const { source, words, asks, labels = {}, cells = {}, inputs = {} } = props;
  const { resource, rows, error, total } = source;
  const [doing, setDoing] = useState<Doing>();
  const stop = () => setDoing(undefined);
  const row = doing && 'id' in doing ? rows?.find(({ id }) => id === doing.id) : undefined;
  const fields = (names: string[]) =>
    names.map((name) => {
      const field = fieldNamed(resource, name);
      return { ...field, label: labels[name] ?? field.label };
    });
  const canAdd = asks.create.length > 0 && source.can('create');
  return (
    <Part
      title={words.title}
      actions={
        canAdd ? (
          <Button size="small" variant="outlined" color="inherit" onClick={() => setDoing({ what: 'add' })}>
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
          onChange={({ id }) => setDoing({ what: 'change', id })}
          onRemove={({ id }) => setDoing({ what: 'remove', id })}
        />
      ) : null}
      <Pages {...source} />
      {doing?.what === 'add' || (doing?.what === 'change' && row) ? (
        <RowDialog
          // Read again after a stale save, the dialog starts over.
          key={String(row?.revision)}
          source={source}
          row={row}
          title={row ? `Change the ${words.one}` : words.add}
          fields={fields(row ? asks.update : asks.create)}
          override={{ cells, inputs }}
          onClose={stop}
        />
      ) : null}
      {doing?.what === 'remove' && row ? (
        <RemoveDialog
          source={source}
          row={row}
          one={words.one}
          fields={fields(props.columns)}
          cells={cells}
          onClose={stop}
        />
      ) : null}
    </Part>
  );
}
