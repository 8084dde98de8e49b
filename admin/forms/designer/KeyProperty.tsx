import { Box, Button, TextField } from '@mui/material';
import { type KeyboardEvent, memo, useState } from 'react';
import { useGetList, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { DesignWidget } from '#schemas/designing/design.ts';
import { renameKey } from '#schemas/designing/rename-key.ts';
import { type AroundForm, usesAround } from '#schemas/designing/renamed-keys.ts';
import type { Channel, Form } from '#schemas/generated/types.ts';
import { valuePath } from './scripts/parsed-form.ts';
import type { Designer } from './useDesigner.ts';
import { useStableCallback } from './useStableCallback.ts';

/**
 * Input for a widget's key. Validates while typing; a rename updates all scripts that read the key, after they have
 * been listed.
 */
export function KeyProperty({ designer: { design, applyEdit }, widget }: { designer: Designer; widget: DesignWidget }) {
  const before = typeof widget.meta.key === 'string' ? widget.meta.key : '';
  // Ignore text typed for another widget, or for an older key of this one.
  const of = `${widget.id} ${before}`;
  const [entered, setEntered] = useState({ of, typed: before });
  const typed = entered.of === of ? entered.typed : before;
  const setTyped = useStableCallback((next: string) => setEntered({ of, typed: next }));
  const isOther = typed !== before;
  const renaming = isOther && typed !== '' ? renameKey(design, widget.id, typed) : null;
  const rejected = renaming && 'rejected' in renaming ? renaming.rejected : undefined;
  const uses = renaming && 'uses' in renaming ? renaming.uses : [];
  const around = useOutsideReferences();
  const outerUses = around && isOther && before !== '' ? usesAround(around, valuePath(design, widget.id)) : [];
  const isShown = renaming !== null && 'edit' in renaming && before !== '' && uses.length + outerUses.length > 0;
  const rename = () => {
    if (renaming && 'edit' in renaming) applyEdit(renaming.edit);
    else if (typed === '')
      applyEdit({
        name: `Remove key ${before}`,
        steps: [{ do: 'set', id: widget.id, part: 'meta', key: 'key' }],
      });
  };
  const leave = useStableCallback(() => {
    if (isOther && !isShown && (around || before === '')) rename();
  });
  const key = useStableCallback((event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Keep Enter from submitting the page's form.
    event.preventDefault();
    if (isOther) rename();
  });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <KeyInput typed={typed} error={rejected} isNew={before === ''} onType={setTyped} onLeave={leave} onKey={key} />
      {isShown ? (
        <Box role="group" aria-label={`Uses of ${before}`}>
          {uses.length > 0 ? (
            <Box>
              {`${uses.length === 1 ? 'A script uses' : `${uses.length} scripts use`} this key and will be updated to use ${typed}:`}
            </Box>
          ) : null}
          <Box component="ul" sx={list}>
            {uses.map(({ id, script, name, after }) => (
              <li key={`${id} ${script}`}>
                <span>{name}</span>: <code>{after}</code>
              </li>
            ))}
          </Box>
          {outerUses.length > 0 ? (
            <Box>
              The key is also used outside the form. Examples are updated now, everything else when the form is
              published:
            </Box>
          ) : null}
          <Box component="ul" sx={list}>
            {outerUses.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </Box>
          <Button onClick={rename}>Rename</Button>
          <Button onClick={() => setTyped(before)}>Cancel</Button>
        </Box>
      ) : null}
    </Box>
  );
}

interface KeyInputProps {
  typed: string;
  error: string | undefined;
  /** Whether the widget has no key yet. */
  isNew: boolean;
  onType: (typed: string) => void;
  onLeave: () => void;
  onKey: (event: KeyboardEvent) => void;
}

const KeyInput = memo(function KeyInput({ typed, error, isNew, onType, onLeave, onKey }: KeyInputProps) {
  return (
    <TextField
      label="Key"
      value={typed}
      error={error !== undefined}
      helperText={error ?? (isNew ? "Without a key, its value isn't saved" : undefined)}
      slotProps={{ htmlInput: { maxLength: 100, spellCheck: false } }}
      onChange={({ target }) => onType(target.value)}
      onBlur={onLeave}
      onKeyDown={onKey}
    />
  );
});

const list = { m: 0, pl: 2, maxHeight: 160, overflow: 'auto', '&:empty': { display: 'none' } };

/**
 * Loads what refers to keys of the form from outside of it: table columns, examples and channels. Null while loading.
 */
function useOutsideReferences(): AroundForm | null {
  const form = useRecordContext<Form>();
  const tableColumns = useWatch<Form, 'tableColumns'>({ name: 'tableColumns' }) ?? [];
  const examples = useWatch<Form, 'examples'>({ name: 'examples' }) ?? [];
  // A new form has no channels.
  const id = form?.id;
  const { data, error } = useGetList<Channel>(
    'channels',
    { filter: { orderFormId: id }, pagination: { page: 1, perPage: 100 } },
    // Loaded for each selected key; a minute of staleness is fine for a warning.
    { enabled: id !== undefined, staleTime: 60_000 },
  );
  const channels = id === undefined || error ? [] : data;
  return channels ? { tableColumns, examples, channels } : null;
}
