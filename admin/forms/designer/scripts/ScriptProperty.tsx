import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormLabel,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import { createContext, memo, use, useId, useMemo, useState } from 'react';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import type { Design } from '#schemas/designing/design.ts';
import { keyHelp } from '#schemas/designing/key-help.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { scriptOptions } from '#schemas/forms/script-options.ts';
import type { ScriptPart } from '#schemas/generated/script-parts.ts';
import { lazyComponent } from '../../../frame/lazy-component.tsx';
import { useStableCallback } from '../useStableCallback.ts';
import { parsedWidget } from './parsed-form.ts';
import type { ScriptContext } from './script-extensions.ts';

// The height of the editor of an empty script, so that nothing below moves when it has loaded.
const ScriptEditor = lazyComponent(async () => (await import('./ScriptEditor.tsx')).default, { height: 148 });
const Conditions = lazyComponent(async () => (await import('./ConditionBuilder.tsx')).default, { height: 120 });

/** The widget whose properties are shown. Null for several widgets: their scripts see different keys. */
export const EditedWidgetContext = createContext<{ design: Design; id: string } | null>(null);

interface ScriptPropertyProps {
  name: string;
  kind: ScriptPart;
  value: unknown;
  onChange: (value: string | undefined) => void;
}

/** Control of a property that holds a script. With several widgets selected it falls back to `ofMany`. */
export function ScriptProperty({ ofMany, ...props }: ScriptPropertyProps & { ofMany: ElementSlot }) {
  const edited = use(EditedWidgetContext);
  return edited ? <ScriptOfOne {...props} of={edited} /> : ofMany;
}

/** Script editor in place, or in a dialog for more room. */
function ScriptOfOne({
  name,
  kind,
  of,
  value,
  onChange,
}: ScriptPropertyProps & { of: { design: Design; id: string } }) {
  const { id } = of;
  const [byRows, setByRows] = useState<string | null>(null);
  const isByRows = byRows === id;
  const widget = parsedWidget(of.design, id);
  const setting = useScriptSetting(id, widget, kind);
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  const conditions = conditionUse[kind];
  const canBeRows = conditions !== null && widget !== undefined;
  const change = useStableCallback((next: string) => onChange(next === '' ? undefined : next));
  return (
    <Script
      {...{ name, kind, id, text, setting, canBeRows, isByRows }}
      onChange={change}
      onByRows={setByRows}
      rows={
        isByRows && canBeRows ? <Conditions source={text} use={conditions} widget={widget} onChange={change} /> : null
      }
    />
  );
}

/** How the condition builder writes each kind of script. A calculation is no condition. */
const conditionUse: Readonly<Record<ScriptPart, 'condition' | 'validate' | null>> = {
  condition: 'condition',
  validation: 'validate',
  required: 'condition',
  readonly: 'condition',
  option: 'condition',
  initial: null,
  minimum: null,
  maximum: null,
};

interface ScriptProps extends Pick<ScriptPropertyProps, 'name' | 'kind'> {
  id: string;
  text: string;
  setting: ScriptContext;
  /** Whether the script can be shown in the condition builder, and whether it is. */
  canBeRows: boolean;
  isByRows: boolean;
  rows: ElementSlot;
  onChange: (next: string) => void;
  /** Called with the widget's id to show the condition builder, or null to show the script. */
  onByRows: (id: string | null) => void;
}

const Script = memo(function Script(props: ScriptProps) {
  const { name, kind, id, text, setting, canBeRows, isByRows, rows, onChange, onByRows } = props;
  const [largeOf, setLargeOf] = useState<string | null>(null);
  const isLarge = largeOf === id;
  const close = () => setLargeOf(null);
  const label = useId();
  const title = useId();
  const of = useMemo(() => ({ id, kind }), [id, kind]);
  const editor = (labelledBy: string, minHeight: string) => (
    <ScriptEditor {...{ text, setting, of, labelledBy, minHeight, onChange }} />
  );
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <FormLabel component="span" id={label} sx={{ mr: 'auto' }}>
          {name}
        </FormLabel>
        <Button size="small" color="inherit" onClick={() => setLargeOf(id)} aria-describedby={label}>
          Expand
        </Button>
      </Box>
      {canBeRows ? (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={isByRows}
          onChange={(_, next: boolean | null) => onByRows((next ?? isByRows) ? id : null)}
          aria-describedby={label}
          sx={{ mb: 0.5, '& > button': { py: 0, textTransform: 'none' } }}
        >
          <ToggleButton value={true}>Conditions</ToggleButton>
          <ToggleButton value={false}>Script</ToggleButton>
        </ToggleButtonGroup>
      ) : null}
      {rows ?? (isLarge ? null : editor(label, '56px'))}
      <Dialog open={isLarge} onClose={close} fullWidth maxWidth="lg" aria-labelledby={title}>
        <DialogTitle id={title}>{name}</DialogTitle>
        <DialogContent>{editor(title, '45vh')}</DialogContent>
        <DialogActions>
          <Button variant="contained" onClick={close}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    </Box>
  );
});

/**
 * Compile options and help texts for a script at this place in the form. Referentially stable while they are deeply
 * equal.
 */
function useScriptSetting(of: string, widget: ValidWidget | undefined, kind: ScriptPart): ScriptContext {
  const now = widget ? scriptOptions(widget, kind) : {};
  const [stable, setStable] = useState(now);
  const isSame = isEqual(stable, now);
  if (!isSame) setStable(now);
  const options = isSame ? stable : now;
  const helpOf = useStableCallback((name: string) => (widget ? keyHelp(widget, name) : undefined));
  return useMemo(() => ({ of, options, helpOf }), [of, options, helpOf]);
}
