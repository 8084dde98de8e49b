import { Box, Checkbox, FormControlLabel, MenuItem, TextField, Typography } from '@mui/material';
import type { Import } from '#schemas/generated/types.ts';

/** Parsing options of an import. */
export type ParsingSettings = Pick<Import, 'decimalMark' | 'dateOrder' | 'dashIsZero' | 'serialDates' | 'countTotals'>;

/** Returns the parsing options of an import. */
export const parsingSettingsOf = ({
  decimalMark,
  dateOrder,
  dashIsZero,
  serialDates,
  countTotals,
}: ParsingSettings): ParsingSettings => ({ decimalMark, dateOrder, dashIsZero, serialDates, countTotals });

const numberKinds = ['number', 'integer', 'money'];
const dateKinds = ['date', 'dateTime'];

interface ReadingOptionsProps {
  imported: Pick<Import, 'fields'>;
  mapping: Import['mapping'];
  choices: ParsingSettings;
  onChange: (choices: ParsingSettings) => void;
}

/**
 * Parsing options (decimal mark, date order, ...) that apply to the mapped fields. The server's guesses are the
 * defaults.
 */
export function ParsingOptions({ imported: { fields }, mapping, choices, onChange }: ReadingOptionsProps) {
  const kinds = fields.filter(({ name }) => mapping.includes(name)).map(({ kind }) => kind);
  const hasKind = (accepted: string[]) => kinds.some((kind) => kind !== undefined && accepted.includes(kind));
  const set = (changes: Partial<ParsingSettings>) => onChange({ ...choices, ...changes });
  return (
    <Box component="section" aria-label="Parsing options" sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="subtitle2" component="h3">
        Parsing options
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1, alignItems: 'center' }}>
        {hasKind(numberKinds) ? (
          <>
            <TextField
              select
              size="small"
              margin="none"
              label="Decimal mark"
              value={choices.decimalMark}
              onChange={({ target }) => set({ decimalMark: target.value === ',' ? ',' : '.' })}
              sx={{ minWidth: 220 }}
            >
              <MenuItem value=".">Point (1,200.50)</MenuItem>
              <MenuItem value=",">Comma (1.200,50)</MenuItem>
            </TextField>
            <Choice label="Read a dash as 0" isOn={choices.dashIsZero} onChange={(dashIsZero) => set({ dashIsZero })} />
          </>
        ) : null}
        {hasKind(dateKinds) ? (
          <>
            <TextField
              select
              size="small"
              margin="none"
              label="Date format"
              value={choices.dateOrder}
              onChange={({ target }) => set({ dateOrder: target.value === 'DMY' ? 'DMY' : 'MDY' })}
              sx={{ minWidth: 220 }}
            >
              <MenuItem value="MDY">Month first (3/31/2026)</MenuItem>
              <MenuItem value="DMY">Day first (31/3/2026)</MenuItem>
            </TextField>
            <Choice
              label="Read Excel day numbers as dates (46112 is 3/31/2026)"
              isOn={choices.serialDates}
              onChange={(serialDates) => set({ serialDates })}
            />
          </>
        ) : null}
        <Choice
          label="Import rows that look like totals"
          isOn={choices.countTotals}
          onChange={(countTotals) => set({ countTotals })}
        />
      </Box>
    </Box>
  );
}

function Choice({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <FormControlLabel
      label={label}
      control={<Checkbox checked={isOn} onChange={({ target }) => onChange(target.checked)} />}
    />
  );
}
