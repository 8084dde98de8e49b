import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, FormLabel, Skeleton } from '@mui/material';
import { createContext, lazy, Suspense, useId, useMemo, useState } from 'react';
import type { Design } from '#schemas/designing/design.ts';
import { keyHelp } from '#schemas/designing/key-help.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { scriptOptions } from '#schemas/forms/script-options.ts';
import type { ScriptPart } from '#schemas/generated/script-parts.ts';
import { readWidget } from './form-of.ts';
import type { ScriptSetting } from './script-editing.ts';

const ScriptEditor = lazy(() => import('./ScriptEditor.tsx'));

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
  const label = useId();
  const title = useId();
  const setting = useScriptSetting(of, kind);
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  const editor = (labelledBy: string, minHeight: string) => (
    <Suspense fallback={<Skeleton variant="rectangular" height={120} />}>
      <ScriptEditor
        text={text}
        onChange={(next) => onChange(next === '' ? undefined : next)}
        setting={setting}
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
      {isLarge ? null : editor(label, '56px')}
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
function useScriptSetting({ design, id }: { design: Design; id: string }, kind: ScriptPart): ScriptSetting {
  const widget = readWidget(design, id);
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
