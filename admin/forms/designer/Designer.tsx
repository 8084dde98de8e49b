import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Alert, Box, Button, Paper, Skeleton, Tab, Tabs } from '@mui/material';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useEffectEvent, useId, useState } from 'react';
import { randomId } from '#portal/forms/randomId.ts';
import { add, move } from '#schemas/designing/edits.ts';
import type { Target } from '#schemas/designing/targets.ts';
import { typeWords } from '#schemas/designing/type-words.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import { placeInJson } from '../../generate/json/place-in-json.ts';
import { PublishButton } from '../publishing/PublishButton.tsx';
import { afterSelection } from './after-selection.ts';
import { Canvas } from './Canvas.tsx';
import { type Dragged, draggedOf, droppedOf, targetOf } from './dragging.ts';
import { isField } from './edit-keys.ts';
import { Outline } from './Outline.tsx';
import { Palette } from './Palette.tsx';
import { Properties } from './Properties.tsx';
import { formOf } from './scripts/form-of.ts';
import { type Designer as Designing, useDesigner } from './useDesigner.ts';
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
        This can not be shown in the designer. {place}: {designer.message}. Mend it as JSON.
      </Alert>
    );
  }
  return <Workplace designer={designer} onDone={onDone} />;
}

function Workplace({ designer, onDone }: { designer: Designing; onDone: () => void }) {
  const { history, said, isRefused } = designer;
  const [shown, setShown] = useState('Design');
  const id = useId();
  const tabId = (name: string) => `${id}-${name}`;
  const View = views.find(({ name }) => name === shown)?.View;
  const keys = (event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
    // An editor of text has an undo of its own.
    if (!isUndo || isField(event.target) || event.defaultPrevented) return;
    event.preventDefault();
    if (event.shiftKey) designer.redo();
    else designer.undo();
  };
  const undone = history.done.at(-1)?.name;
  const redone = history.undone.at(-1)?.name;
  return (
    // Its parts take the focus; keys that come from any of them are heard here.
    <Box onKeyDown={keys} sx={{ display: 'flex', flexDirection: 'column', height: { lg: '100%' } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
        <Button disabled={!undone} onClick={designer.undo} aria-keyshortcuts="Control+Z" title={undone}>
          Undo
        </Button>
        <Button disabled={!redone} onClick={designer.redo} aria-keyshortcuts="Control+Shift+Z" title={redone}>
          Redo
        </Button>
        <Box role="status" sx={{ color: isRefused ? 'error.main' : 'text.secondary', minHeight: 24 }}>
          {said}
        </Box>
        <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
          <PublishButton />
          <Button variant="contained" onClick={onDone}>
            Done
          </Button>
        </Box>
      </Box>
      <Tabs value={shown} onChange={(_, name) => setShown(name)} aria-label="Views of the form" variant="scrollable">
        {['Design', ...views.map(({ name }) => name)].map((name) => (
          <Tab key={name} value={name} label={name} id={tabId(name)} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={tabId(shown)} sx={panel}>
        {View ? (
          <Suspense fallback={<Skeleton variant="rectangular" height={480} />}>
            <View designer={designer} onDesign={() => setShown('Design')} />
          </Suspense>
        ) : (
          <Design designer={designer} />
        )}
      </Box>
    </Box>
  );
}

/** What there is to add, the form, its outline and what the selected widgets say. */
function Design({ designer }: { designer: Designing }) {
  const { design, act, selected } = designer;
  const form = formOf(design);
  const addAt = (type: WidgetType, to: Target) =>
    add(design, { type, label: typeWords[type].name, to, idOf: randomId });
  const drop = useEffectEvent((dragged: Dragged, data: Record<string | symbol, unknown>) => {
    const dropped = droppedOf(data);
    // What is dropped on itself stays where it is.
    if (!dropped || ('ids' in dragged && dragged.ids.includes(dropped.id))) return;
    const to = targetOf(design, dropped);
    act('type' in dragged ? addAt(dragged.type, to) : move(design, { ids: dragged.ids, to }));
  });
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const [place] = location.current.dropTargets;
          const dragged = draggedOf(source.data);
          if (place && dragged) drop(dragged, place.data);
        },
      }),
    [],
  );
  return (
    <Box sx={places}>
      <Part name="Palette">
        <Palette onAdd={(type) => act(addAt(type, afterSelection(designer)))} />
      </Part>
      <Part name="Form">
        <Canvas designer={designer} form={form} />
      </Part>
      <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0, order: { xs: -1, md: 0 } }}>
        <Part name="Outline">
          <Outline designer={designer} />
        </Part>
        <Part name="Properties">
          <Properties key={selected.map(({ id }) => id).join()} designer={designer} />
        </Part>
      </Box>
    </Box>
  );
}

const panel = { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 };

/** Side by side where there is room: palette, form, properties; below one another on a tablet and a phone. */
const places = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  minHeight: 0,
  flex: 1,
  // Each scrolls by itself, so that palette and properties stay beside what is selected.
  '& > *': { lg: { maxHeight: '100%', overflow: 'auto' } },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px', lg: '150px minmax(0, 1fr) 340px' },
};

function Part({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} data-scrolls sx={{ p: 1.5, minWidth: 0 }}>
      <Box component="h3" id={id} sx={{ m: 0, mb: 1, typography: 'subtitle2', color: 'text.secondary' }}>
        {name}
      </Box>
      {children}
    </Paper>
  );
}
