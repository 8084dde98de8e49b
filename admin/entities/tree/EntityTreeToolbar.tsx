import { Box, Button, FormControlLabel, Switch, TextField } from '@mui/material';

interface TreeBarProps {
  search: string;
  onSearch: (search: string) => void;
  hasClients: boolean;
  onClients: (hasClients: boolean) => void;
  /** Undefined while the selection has no page to open. */
  onOpen: (() => void) | undefined;
  /** Undefined while the selection cannot be moved; null if the user can move no entity at all. */
  onMove: (() => void) | undefined | null;
}

/** Toolbar of the entity tree: search, client switch and actions on the selected line. */
export function EntityTreeToolbar({ search, onSearch, hasClients, onClients, onOpen, onMove }: TreeBarProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <TextField
        size="small"
        label="Find"
        type="search"
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        sx={{ flex: '1 1 160px', maxWidth: 320 }}
      />
      <FormControlLabel
        control={<Switch checked={hasClients} onChange={({ target }) => onClients(target.checked)} />}
        label="Clients"
        sx={{ mr: 'auto' }}
      />
      <Button size="small" color="inherit" disabled={!onOpen} onClick={onOpen}>
        Open
      </Button>
      {onMove === null ? null : (
        <Button size="small" variant="outlined" color="inherit" disabled={!onMove} onClick={onMove}>
          Move…
        </Button>
      )}
    </Box>
  );
}
