import DataObject from '@mui/icons-material/DataObject';
import { Box, Button, ListSubheader, Menu, MenuItem, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { MergeField } from '#schemas/mail/merge-fields.ts';
import type { FieldProps } from '../generate/override.ts';
import { inputProps } from '../generate/scalar-inputs.tsx';

interface MergeInputProps extends FieldProps {
  fields: readonly MergeField[];
  isLong?: boolean;
}

/** Text input with a menu of merge fields, inserted at the cursor. */
export function MergeInput({ fields, isLong = false, ...props }: MergeInputProps) {
  const { getValues, setValue } = useFormContext();
  const box = useRef<HTMLDivElement>(null);
  const insert = (text: string) => {
    const current: unknown = getValues(props.source);
    const value = typeof current === 'string' ? current : '';
    const input = inputIn(box.current);
    const { selectionStart, selectionEnd } = input ?? {};
    const from = selectionStart ?? value.length;
    const next = value.slice(0, from) + text + value.slice(selectionEnd ?? from);
    setValue(props.source, next, { shouldDirty: true, shouldTouch: true });
    // Wait for React to update the DOM.
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(from + text.length, from + text.length);
    });
  };
  return (
    <Box ref={box}>
      <TextInput
        {...inputProps(props)}
        helperText={isLong ? 'Markdown' : false}
        parse={identity}
        {...(isLong ? { multiline: true, minRows: 10, maxRows: 20 } : {})}
      />
      <MergeFieldsButton
        label={`Insert field into ${props.field.label.toLowerCase()}`}
        fields={fields}
        onInsert={insert}
      />
    </Box>
  );
}

const identity = (value: string) => value;

/** react-admin does not expose its input's ref. A textarea has a hidden twin for measuring. */
const inputIn = (box: HTMLElement | null) =>
  box?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea:not([aria-hidden])');

interface MergeFieldsButtonProps {
  label: string;
  fields: readonly MergeField[];
  onInsert: (text: string) => void;
}

/** Menu that inserts a merge field. */
function MergeFieldsButton({ label, fields, onInsert }: MergeFieldsButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const chosen = useRef<string>(undefined);
  const choose = (name: string) => {
    chosen.current = name;
    setAnchor(null);
  };
  // Insert after the menu has closed, since it traps the focus until then.
  const insert = () => {
    if (chosen.current !== undefined) onInsert(`{{${chosen.current}}}`);
    chosen.current = undefined;
  };
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<DataObject />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        disableRestoreFocus
        slotProps={{ transition: { onExited: insert } }}
      >
        <ListSubheader role="presentation" sx={{ lineHeight: '32px' }}>
          Filled in when the message is sent
        </ListSubheader>
        {fields.map(({ name, label: words }) => (
          <MenuItem key={name} dense onClick={() => choose(name)}>
            <span>{words}</span>
            <Typography component="code" variant="caption" color="text.secondary" sx={{ ml: 2 }}>
              {`{{${name}}}`}
            </Typography>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
