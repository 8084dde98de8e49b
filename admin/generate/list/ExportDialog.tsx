import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormLabel,
  LinearProgress,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import { useListContext, useNotify } from 'react-admin';
import { setPreferences, usePreferences } from '#portal/preferences/preferenceStore.ts';
import { exportOptionValues } from '#portal/preferences/preferences.ts';
import { type ExportOptions, exportQuery, exportQuestions, xlsxObstacle } from '#schemas/resource/export-options.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { filterZone } from '../../provider/cursor-pagination.ts';
import { download } from '../../provider/http.ts';
import { exportAddress } from './export-address.ts';

export interface ExportDialogProps {
  columns: Field[];
  /** Exports only these records. */
  ids?: unknown[];
  onClose: () => void;
}

/** Asks for the format and the dates of an export, which are remembered, and downloads the list with its filters. */
export function ExportDialog({ columns, ids, onClose }: ExportDialogProps) {
  const { resource, filter, filterValues, sort, total } = useListContext();
  const notify = useNotify();
  const titleId = useId();
  const { exportFormat, exportDates } = usePreferences();
  const [isBusy, setBusy] = useState(false);
  // Undefined for a list that is longer than the API counts.
  const obstacle = xlsxObstacle(ids?.length ?? total);
  const format = obstacle ? 'csv' : exportFormat;
  const save = async () => {
    setBusy(true);
    const exportFilter = ids ? { id: ids } : { ...filterValues, ...filter };
    const query = { ...exportQuery(exportDates), ...filterZone(exportFilter) };
    try {
      await download(exportAddress({ path: resource, format, filter: exportFilter, sort, columns, query }));
    } catch (error) {
      notify(`Export failed: ${error instanceof Error ? error.message : String(error)}`, { type: 'error' });
    }
    onClose();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <DialogTitle id={titleId}>Export</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Choice name="exportFormat" value={format} obstacles={obstacle ? { xlsx: obstacle } : {}} />
          <Choice name="exportDates" value={exportDates} />
          {isBusy ? <LinearProgress aria-label="Creating the file" /> : null}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={isBusy} autoFocus>
            Export
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  name: keyof ExportOptions;
  value: string;
  /** Why an answer can't be chosen. */
  obstacles?: Record<string, string>;
}

function Choice({ name, value, obstacles = {} }: ChoiceProps) {
  const id = useId();
  const { title, words, hints }: { title: string; words: Record<string, string>; hints: Record<string, string> } =
    exportQuestions[name];
  return (
    <FormControl>
      <FormLabel id={id}>{title}</FormLabel>
      <RadioGroup aria-labelledby={id} name={name} value={value}>
        {exportOptionValues[name].map((option) => (
          <Box key={option} sx={{ mb: 1 }}>
            <FormControlLabel
              value={option}
              disabled={option in obstacles}
              control={
                <Radio
                  size="small"
                  slotProps={{ input: { 'aria-describedby': `${id}-${option}` } }}
                  onChange={() => setPreferences({ [name]: option })}
                />
              }
              label={words[option]}
              sx={{ '& .MuiRadio-root': { py: 0.25 } }}
            />
            <Typography id={`${id}-${option}`} variant="body2" color="textSecondary" sx={{ pl: 3.5 }}>
              {obstacles[option] ?? hints[option]}
            </Typography>
          </Box>
        ))}
      </RadioGroup>
    </FormControl>
  );
}
