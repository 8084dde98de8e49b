import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormLabel,
  Skeleton,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import { createContext, lazy, Suspense, useId, useMemo, useState } from 'react';
import type { Design } from '#schemas/designing/design.ts';
import { keyHelp } from '#schemas/designing/key-help.ts';
import type { SoundWidget } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { scriptOptions } from '#schemas/forms/script-options.ts';
import type { ScriptPart } from '#schemas/generated/script-parts.ts';
import { readWidget } from './form-of.ts';
import type { ScriptSetting } from './script-editing.ts';

const ScriptEditor = lazy(() => import('./ScriptEditor.tsx'));
const Conditions = lazy(() => import('./Conditions.tsx'));

/** The one widget whose properties are shown; null where they are those of several, whose scripts see different keys. */
export const EditedWidget = createContext<{ design: Design; id: string } | null>(null);

interface ScriptPropertyProps {
  name: string;
  kind: ScriptPart;
  of: { design: Design; id: string };
  value: unknown;
  onChange: (value: string | undefined) => void;
}

/** A property that holds a script, edited here or, where more room is wanted, in a window of its own. */
export function ScriptProperty({ name, kind, of, value, onChange }: ScriptPropertyProps) {
  const [isLarge, setLarge] = useState(false);
  const [isByRows, setByRows] = useState(false);
  const widget = readWidget(of.design, of.id);
  const label = useId();
  const title = useId();
  const setting = useScriptSetting(widget, kind);
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  // A calculated value has no conditions.
  const use = kind === 'initial' ? null : kind === 'condition' ? 'condition' : 'validate';
  const change = (next: string) => onChange(next === '' ? undefined : next);
  const editor = (labelledBy: string, minHeight: string) => (
    <Suspense fallback={<Skeleton variant="rectangular" height={120} />}>
      <ScriptEditor
        text={text}
        onChange={change}
        setting={setting}
        of={{ id: of.id, kind }}
        labelledBy={labelledBy}
        minHeight={minHeight}
      />
    </Suspense>
  );
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <FormLabel component="span" id={label} sx={{ mr: 'auto' }}>
          {name}
        </FormLabel>
        <Button size="small" color="inherit" onClick={() => setLarge(true)} aria-describedby={label}>
          Open larger
        </Button>
      </Box>
      {use && widget ? (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={isByRows}
          onChange={(_, next: boolean | null) => setByRows(next ?? isByRows)}
          aria-describedby={label}
          sx={{ mb: 0.5, '& > button': { py: 0, textTransform: 'none' } }}
        >
          <ToggleButton value={true}>Conditions</ToggleButton>
          <ToggleButton value={false}>Script</ToggleButton>
        </ToggleButtonGroup>
      ) : null}
      {isByRows && use && widget ? (
        <Suspense fallback={<Skeleton variant="rectangular" height={120} />}>
          <Conditions source={text} use={use} widget={widget} onChange={change} />
        </Suspense>
      ) : isLarge ? null : (
        editor(label, '56px')
      )}
      <Dialog open={isLarge} onClose={() => setLarge(false)} fullWidth maxWidth="lg" aria-labelledby={title}>
        <DialogTitle id={title}>{name}</DialogTitle>
        <DialogContent>{editor(title, '45vh')}</DialogContent>
        <DialogActions>
          <Button variant="contained" onClick={() => setLarge(false)}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    </Box>
  );
}

/** What a script sees from its place in the form; the same object as long as that is the same. */
function useScriptSetting(widget: SoundWidget | undefined, kind: ScriptPart): ScriptSetting {
  const now = widget ? scriptOptions(widget, kind) : {};
  const [kept, setKept] = useState(now);
  const isSame = isEqual(kept, now);
  if (!isSame) setKept(now);
  const options = isSame ? kept : now;
  return useMemo(
    () => ({ options, helpOf: (name) => (widget ? keyHelp(widget, name) : undefined) }),
    [options, widget],
  );
}
