import { Alert, Box, Button, Tab, Tabs, type Theme, useMediaQuery } from '@mui/material';
import { type KeyboardEvent, memo, useId, useState } from 'react';
import type { Form } from '#schemas/forms/form.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { placeInJson } from '../../generate/json/place-in-json.ts';
import { PublishButton } from '../publishing/PublishButton.tsx';
import { Design, Part } from './Design.tsx';
import { isField } from './edit-keys.ts';
import { HistoryMenu } from './HistoryMenu.tsx';
import { Notices } from './kept/Notices.tsx';
import { Choice } from './preview/Choice.tsx';
import { LazyPreview } from './preview/LazyPreview.tsx';
import { PreviewContext } from './preview/preview-context.ts';
import { usePreview } from './preview/usePreview.ts';
import { formOf } from './scripts/form-of.ts';
import { type Designer as Designing, useDesigner } from './useDesigner.ts';
import { useSteady } from './useSteady.ts';
import { views } from './views.ts';

/**
 * Designs a form: a palette to add from, the form as it will be with what is selected in it, its outline, and the
 * properties of what is selected (look, 'Designer'). Each edit goes into `value`; the page around it saves.
 */
export default function Designer({
  value,
  onChange,
  onDone,
}: {
  value: unknown;
  onChange: (formSchema: JsonMap) => void;
  onDone: () => void;
}) {
  const designer = useDesigner(value, onChange);
  if ('message' in designer) {
    const place = designer.path === '' ? 'The form' : placeInJson(value, designer.path.split('/').slice(1));
    return (
      <Alert severity="warning" action={<Button onClick={onDone}>Back</Button>}>
        {`This can not be shown in the designer. ${place}: ${designer.message}. Mend it as JSON.`}
      </Alert>
    );
  }
  return <Workplace designer={designer} onDone={onDone} />;
}

/** What of a design is shown: the form to change, the form to fill in, or both beside one another. */
type Side = 'Form' | 'Both' | 'Preview';

function Workplace({ designer, onDone }: { designer: Designing; onDone: () => void }) {
  const form = formOf(designer.design);
  const preview = usePreview(form);
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const done = useSteady(onDone);
  return (
    <PreviewContext value={preview}>
      {isPhone ? (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Alert severity="info" action={<Button onClick={onDone}>Done</Button>}>
            On a phone a form is shown and tried. To change it, open it on a wider screen.
          </Alert>
          <LazyPreview />
        </Box>
      ) : (
        <Bench designer={designer} form={form} onDone={done} />
      )}
    </PreviewContext>
  );
}

interface BenchProps {
  designer: Designing;
  form: Form;
  onDone: () => void;
}

/** Rendered once for each edit: that the preview follows, and the page around has it, is nothing to it. */
const Bench = memo(function Bench({ designer, form, onDone }: BenchProps) {
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'));
  const [wanted, setWanted] = useState<Side>('Form');
  const side = wanted === 'Both' && !isWide ? 'Preview' : wanted;
  const [shown, setShown] = useState('Design');
  const id = useId();
  const View = views.find(({ name }) => name === shown)?.View;
  const keys = (event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
    // An editor of text has an undo of its own.
    if (!isUndo || isField(event.target) || event.defaultPrevented) return;
    event.preventDefault();
    if (event.shiftKey) designer.redo();
    else designer.undo();
  };
  return (
    // Its parts take the focus; keys that come from any of them are heard here.
    <Box onKeyDown={keys} sx={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      <Notices designer={designer} />
      <Done designer={designer} onDone={onDone} />
      <Shown id={id} view={shown} onView={setShown} side={View ? null : side} isWide={isWide} onSide={setWanted} />
      <Box role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id, shown)} sx={panel}>
        {View ? (
          <View designer={designer} onDesign={() => setShown('Design')} />
        ) : side === 'Preview' ? (
          <Part name="Preview">
            <LazyPreview />
          </Part>
        ) : (
          <Design designer={designer} form={form} hasPreview={side === 'Both'} />
        )}
      </Box>
    </Box>
  );
});

/** What was done last, and what becomes of all of it. */
function Done({ designer, onDone }: { designer: Designing; onDone: () => void }) {
  const { history, said, isRefused, undo, redo } = designer;
  const undone = history.done.at(-1)?.name;
  const redone = history.undone.at(-1)?.name;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
      <Button disabled={!undone} onClick={undo} aria-keyshortcuts="Control+Z" title={undone}>
        Undo
      </Button>
      <Button disabled={!redone} onClick={redo} aria-keyshortcuts="Control+Shift+Z" title={redone}>
        Redo
      </Button>
      <HistoryMenu designer={designer} />
      <Box role="status" sx={{ color: isRefused ? 'error.main' : 'text.secondary', minHeight: 24 }}>
        {said}
      </Box>
      <Ways onDone={onDone} />
    </Box>
  );
}

/** The ways out of the designer. */
const Ways = memo(function Ways({ onDone }: { onDone: () => void }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
      <PublishButton />
      <Button variant="contained" onClick={onDone}>
        Done
      </Button>
    </Box>
  );
});

interface ShownProps {
  id: string;
  view: string;
  onView: (name: string) => void;
  /** Null where a view has but one. */
  side: Side | null;
  isWide: boolean;
  onSide: (side: Side) => void;
}

/** What of the form is shown. */
const Shown = memo(function Shown({ id, view, onView, side, isWide, onSide }: ShownProps) {
  const sides: readonly Side[] = isWide ? ['Form', 'Both', 'Preview'] : ['Form', 'Preview'];
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
      <Tabs
        value={view}
        onChange={(_, name) => onView(name)}
        aria-label="Views of the form"
        variant="scrollable"
        sx={{ flex: 1, minWidth: 0 }}
      >
        {['Design', ...views.map(({ name }) => name)].map((name) => (
          <Tab key={name} value={name} label={name} id={tabId(id, name)} aria-controls={panelId(id)} />
        ))}
      </Tabs>
      {side === null ? null : <Choice name="What is shown" options={sides} value={side} onChange={onSide} />}
    </Box>
  );
});

const tabId = (id: string, name: string) => `${id}-${name}`;
const panelId = (id: string) => `${id}-panel`;

const panel = { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 };
