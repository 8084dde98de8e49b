import { Box, Button, FormHelperText, Link, TextField } from '@mui/material';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { analyze, type Diagnostic, type Fix, rename } from '#grammar/index.ts';
import type { ScriptPart } from '#schemas/generated/script-parts.ts';
import { DiagnosticList } from '../../../generate/code/DiagnosticList.tsx';
import { selectRange, useCodeMirror } from '../../../generate/code/useCodeMirror.ts';
import {
  applyFix,
  fixLabel,
  formatAll,
  lineResults,
  replaceAll,
  type ScriptContext,
  scriptContext,
  scriptExtensions,
  useLineResults,
} from './script-extensions.ts';

export interface ScriptEditorProps {
  text: string;
  onChange: (text: string) => void;
  setting: ScriptContext;
  /** Widget and kind of the script, to look up the values shown beside its lines. */
  of: { id: string; kind: ScriptPart };
  labelledBy: string;
  /** Minimum height of the text area. */
  minHeight: string;
}

/** Code editor for a script: completion, hover help, diagnostics with quick fixes, formatting and rename. */
export default function ScriptEditor({ text, onChange, setting, of, labelledBy, minHeight }: ScriptEditorProps) {
  const [found, setFound] = useState<readonly Diagnostic[]>([]);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const [isOpen, setOpen] = useState(false);
  const values = useLineResults({ ...of, isOpen });
  const [editing] = useState(() =>
    // Skip the state update if there were and are no diagnostics.
    scriptExtensions((next) => setFound((now) => (now.length + next.length === 0 ? now : next))),
  );
  const [subject, setSubject] = useState(of.id);
  if (subject !== of.id) {
    setSubject(of.id);
    setFound([]);
    setRenaming(null);
    setMessage('');
    setOpen(false);
  }
  const hint = useId();
  const { host, view } = useCodeMirror({
    text,
    subject: of.id,
    editing,
    settings: useMemo(() => [scriptContext.of(setting), lineResults.of(values)], [setting, values]),
    onChange: ({ doc }) => {
      setMessage('');
      onChange(doc.toString());
    },
    labelledBy,
    describedBy: hint,
    isInvalid: found.some(({ severity }) => severity === 'error'),
  });
  const tidy = () => {
    if (found.some(({ severity }) => severity === 'error')) setMessage('Fix the errors before formatting');
    else if (view.current) formatAll(view.current);
  };
  const promptName = () => {
    const state = view.current?.state;
    const name = state && nameAt(state.doc.toString(), state.selection.main.head);
    if (name) setRenaming(name);
    else setMessage('Place the cursor in the name of a variable or helper first');
  };
  const keys = (event: KeyboardEvent) => {
    // Escape and undo belong to the editor, not to the dialog around it.
    event.stopPropagation();
    if (event.key !== 'F2') return;
    event.preventDefault();
    promptName();
  };
  const runFix = (fix: Fix) => view.current && applyFix(view.current, fix);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box ref={host} onKeyDown={keys} onFocus={() => setOpen(true)} sx={{ '&& .cm-scroller': { minHeight } }} />
      <DiagnosticList faults={found} onGo={(fault) => selectRange(view.current, fault)}>
        {({ fixes = [] }) =>
          fixes.map((fix) => (
            <Button
              key={`${fix.from} ${fix.text}`}
              sx={{ px: 0, py: 0.25, typography: 'caption', fontWeight: 'bold', textAlign: 'start' }}
              onClick={() => runFix(fix)}
            >
              {fixLabel(fix)}
            </Button>
          ))
        }
      </DiagnosticList>
      {renaming === null ? null : (
        <RenameVariable
          source={text}
          name={renaming}
          onDone={(next) => {
            setRenaming(null);
            if (next !== null && view.current) replaceAll(view.current, next);
            view.current?.focus();
          }}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 0.5 }}>
        <Button {...small} onClick={tidy} aria-describedby={labelledBy} aria-keyshortcuts="Shift+Alt+F">
          Format
        </Button>
        <Button {...small} onClick={promptName} aria-describedby={labelledBy} aria-keyshortcuts="F2">
          Rename variable or helper
        </Button>
      </Box>
      <Box id={hint}>
        <FormHelperText error={false} sx={{ m: 0 }}>
          Press Ctrl+Space for suggestions. Press Escape, then Tab to move to the next field.{' '}
          <Link href="/admin/forms/reference" target="_blank" rel="noopener" underline="always">
            Language reference
          </Link>
        </FormHelperText>
      </Box>
      <Box aria-live="polite" sx={{ typography: 'caption' }}>
        {message}
      </Box>
    </Box>
  );
}

/** Plain buttons, less prominent than the script. */
const small = { size: 'small', color: 'inherit', sx: { typography: 'caption', py: 0.25, minWidth: 0 } } as const;

/** Returns the variable (`$name`) or helper (`:name`) at an offset. */
function nameAt(source: string, offset: number): string | undefined {
  for (const { 0: name, index } of source.matchAll(/\$[A-Za-z_][A-Za-z0-9_]*|:[a-z][a-z_]*/g))
    if (index <= offset && offset <= index + name.length) return name;
  return undefined;
}

/** Renames a variable or helper within a script. Calls `onDone` with the new source, or null if canceled. */
function RenameVariable({
  source,
  name,
  onDone,
}: {
  source: string;
  name: string;
  onDone: (source: string | null) => void;
}) {
  const [typed, setTyped] = useState(name);
  const outcome = renamedTo(source, name, typed.trim());
  const rejected = 'rejected' in outcome ? outcome.rejected : undefined;
  const isOther = typed.trim() !== name;
  const submit = () => {
    if ('source' in outcome && isOther) onDone(outcome.source);
  };
  return (
    <Box role="group" aria-label={`Rename ${name}`} sx={{ display: 'grid', gap: 0.5, my: 1 }}>
      <TextField
        autoFocus
        label={`New name for ${name}`}
        value={typed}
        error={isOther && rejected !== undefined}
        helperText={isOther ? rejected : undefined}
        slotProps={{ htmlInput: { spellCheck: false } }}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Enter would submit the page's form, Escape would close the designer.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Escape') onDone(null);
          else submit();
        }}
      />
      <Box>
        <Button disabled={!isOther || rejected !== undefined} onClick={submit}>
          Rename
        </Button>
        <Button onClick={() => onDone(null)}>Cancel</Button>
      </Box>
    </Box>
  );
}

function renamedTo(source: string, name: string, to: string): { source: string } | { rejected: string } {
  const declared = analyze(source).symbols.map((symbol) => `${symbol.kind === 'define' ? ':' : '$'}${symbol.name}`);
  // Only names declared in the script. A field's key is renamed at its widget, together with all scripts that read it.
  if (!declared.includes(name)) {
    const rejected = name.startsWith(':')
      ? 'This helper is built in'
      : "This is a form key. Rename it in its widget's properties.";
    return { rejected };
  }
  try {
    return { source: rename(source, name, to) };
  } catch (error) {
    if (error instanceof RangeError) return { rejected: error.message };
    throw error;
  }
}
