import DataObject from '@mui/icons-material/DataObject';
import { Button, ListSubheader, Menu, MenuItem, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import type { MergeField } from '#schemas/mail/merge-fields.ts';

interface MergeFieldsButtonProps {
  label: string;
  fields: readonly MergeField[];
  onInsert: (text: string) => void;
}

/** Menu that inserts a merge field. */
export function MergeFieldsButton({ label, fields, onInsert }: MergeFieldsButtonProps) {
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
