import { Alert, Box, Button, Menu, MenuItem, Tab, Tabs, type Theme, useMediaQuery } from '@mui/material';
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { isLarge } from '#portal/forms/isLarge.ts';
import { createFormStore } from '#portal/forms/store/createFormStore.ts';
import type { FormStore } from '#portal/forms/store/formStore.ts';
import type { ImportNote } from '#schemas/designing/imports/form-file.ts';
import { initialValues } from '#schemas/forms/fill.ts';
import type { Form } from '#schemas/forms/form.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { jsonPathLabel } from '../../generate/json/json-path-label.ts';
import { PublishButton } from '../publishing/PublishButton.tsx';
import { DesignerBanners } from './autosave/DesignerBanners.tsx';
import { isTextField } from './Canvas.tsx';
import { DesignerPanel, DesignView } from './DesignView.tsx';
import { newOrderContext, replaceForm } from './form-store.ts';
import { LazyPreview } from './preview/LazyPreview.tsx';
import { PreviewContext, type PreviewState } from './preview/preview-context.ts';
import { SegmentedControl } from './preview/SegmentedControl.tsx';
import { parsedForm } from './scripts/parsed-form.ts';
import { type Designer, type Designer as Designing, useDesigner } from './useDesigner.ts';
import { useStableCallback } from './useStableCallback.ts';
import { designerViews } from './views.ts';

/** Lazy: loaded after an import. */
const ImportNotes = lazyComponent(async () => (await import('../importing/ImportNotes.tsx')).ImportNotes);

/** What differs from an imported file, and the widget that the designer begins with. */
export interface ImportedNotes {
  readonly notes: readonly ImportNote[];
  readonly onNotes: (notes: readonly ImportNote[]) => void;
  readonly selected: string | null;
}

/**
 * The form designer: palette, canvas, outline and properties (look, 'Designer'). Each edit goes into `value`; the page
 * around it saves.
 */
export default function FormDesigner({
  value,
  onChange,
  imported,
  onDone,
}: {
  value: unknown;
  onChange: (formSchema: JsonMap) => JsonMap;
  imported: ImportedNotes;
  onDone: () => void;
}) {
  const designer = useDesigner(value, onChange);
  if (!('design' in designer)) {
    const place = designer.path === '' ? 'The form' : jsonPathLabel(value, designer.path.split('/').slice(1));
    return (
      <Alert severity="warning" action={<Button onClick={onDone}>Back</Button>}>
        {`This form can't be opened in the designer. ${place}: ${designer.message}. Fix it in the JSON.`}
      </Alert>
    );
  }
  return <DesignerScreen designer={designer} imported={imported} onDone={onDone} />;
}

/** Which side of the form is visible: the design, the preview, or both. */
type Side = 'Form' | 'Both' | 'Preview';

function DesignerScreen({ designer, imported, onDone }: Omit<EditorProps, 'form'>) {
  const form = parsedForm(designer.design);
  const preview = usePreview(form);
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const handleDone = useStableCallback(onDone);
  return (
    <PreviewContext value={preview}>
      {isPhone ? (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Alert severity="info" action={<Button onClick={onDone}>Done</Button>}>
            On a phone, you can preview and try out the form. To edit it, use a larger screen.
          </Alert>
          <LazyPreview />
        </Box>
      ) : (
        <Editor designer={designer} form={form} imported={imported} onDone={handleDone} />
      )}
    </PreviewContext>
  );
}

interface EditorProps {
  designer: Designing;
  form: Form;
  imported: ImportedNotes;
  onDone: () => void;
}

/** Memoized: renders once per edit, not again when the preview or the page around it updates. */
const Editor = memo(function Editor({ designer, form, imported: { notes, onNotes, selected }, onDone }: EditorProps) {
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'));
  const [preferred, setPreferred] = useState<Side>('Form');
  const side = preferred === 'Both' && !isWide ? 'Preview' : preferred;
  const [view, setView] = useState('Design');
  const [isFoldOpen, setFoldOpen] = useState(false);
  const fold = useMemo(() => ({ isOpen: isFoldOpen, setOpen: setFoldOpen }), [isFoldOpen]);
  // A rule was selected in the list of rules.
  const showRule = () => {
    setFoldOpen(true);
    setView('Design');
  };
  const { select } = designer;
  useEffect(() => {
    if (selected !== null) select([selected]);
  }, [select, selected]);
  const showWidget = (widget: string) => {
    setView('Design');
    select([widget]);
  };
  const id = useId();
  const View = designerViews.find(({ name }) => name === view)?.View;
  const keys = (event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
    // Text editors have their own undo.
    if (!isUndo || isTextField(event.target) || event.defaultPrevented) return;
    event.preventDefault();
    if (event.shiftKey) designer.redo();
    else designer.undo();
  };
  return (
    // Handles keys that bubble up from the parts.
    <Box onKeyDown={keys} sx={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      <DesignerBanners designer={designer} />
      {notes.length > 0 ? (
        <ImportNotes design={designer.design} notes={notes} onSelect={showWidget} onClose={() => onNotes([])} />
      ) : null}
      <StatusBar designer={designer} onDone={onDone} />
      <ViewBar id={id} view={view} onView={setView} side={View ? null : side} isWide={isWide} onSide={setPreferred} />
      <Box role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id, view)} sx={panel}>
        {View ? (
          <View designer={designer} onDesign={showRule} onImport={onNotes} />
        ) : side === 'Preview' ? (
          <DesignerPanel name="Preview">
            <LazyPreview />
          </DesignerPanel>
        ) : (
          <DesignView designer={designer} form={form} hasPreview={side === 'Both'} fold={fold} />
        )}
      </Box>
    </Box>
  );
});

/** Bar with undo, redo, history, the last edit and the exits. */
function StatusBar({ designer, onDone }: { designer: Designing; onDone: () => void }) {
  const { history, message, isRejected, undo, redo } = designer;
  const undoName = history.undoStack.at(-1)?.name;
  const redoName = history.redoStack.at(-1)?.name;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
      <Button disabled={!undoName} onClick={undo} aria-keyshortcuts="Control+Z" title={undoName}>
        Undo
      </Button>
      <Button disabled={!redoName} onClick={redo} aria-keyshortcuts="Control+Shift+Z" title={redoName}>
        Redo
      </Button>
      <HistoryMenu designer={designer} />
      <Box role="status" sx={{ color: isRejected ? 'error.main' : 'text.secondary', minHeight: 24 }}>
        {message}
      </Box>
      <ExitButtons onDone={onDone} />
    </Box>
  );
}

/** Buttons that leave the designer. */
const ExitButtons = memo(function ExitButtons({ onDone }: { onDone: () => void }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
      <PublishButton />
      <Button variant="contained" onClick={onDone}>
        Done
      </Button>
    </Box>
  );
});

interface ViewBarProps {
  id: string;
  view: string;
  onView: (name: string) => void;
  /** Null if the view has only one side. */
  side: Side | null;
  isWide: boolean;
  onSide: (side: Side) => void;
}

/** Switches the view and the visible side. */
const ViewBar = memo(function ViewBar({ id, view, onView, side, isWide, onSide }: ViewBarProps) {
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
        {['Design', ...designerViews.map(({ name }) => name)].map((name) => (
          <Tab key={name} value={name} label={name} id={tabId(id, name)} aria-controls={panelId(id)} />
        ))}
      </Tabs>
      {side === null ? null : <SegmentedControl name="What is shown" options={sides} value={side} onChange={onSide} />}
    </Box>
  );
});

const tabId = (id: string, name: string) => `${id}-${name}`;
const panelId = (id: string) => `${id}-panel`;

const panel = { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 };

/** Creates the preview's store on first request, and keeps it in sync with the design. */
function usePreview(form: Form): PreviewState {
  const [store, setStore] = useState<FormStore | null>(null);
  // Deferred: the canvas updates first, the preview when there is time; that of a large form when typing pauses.
  const deferredForm = useDeferredValue(useSettled(form, isLarge(form) ? largePreviewDelay : 0));
  const requestStore = useStableCallback(() => setStore((now) => now ?? createStore(deferredForm)));
  useEffect(() => {
    if (store) replaceForm(store, deferredForm);
  }, [store, deferredForm]);
  return useMemo(() => ({ store, requestStore }), [store, requestStore]);
}

/** In milliseconds. */
const largePreviewDelay = 800;

/** The value once it has not changed for `delay` milliseconds; 0 is at once. */
function useSettled<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (delay === 0 || settled === value) return undefined;
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, settled, delay]);
  return delay === 0 ? value : settled;
}

function createStore(form: Form): FormStore {
  const context = newOrderContext();
  return createFormStore({ form, values: initialValues(form, context), context });
}

/** Maximum number of edits listed in each direction. */
const maxEdits = 50;

/** Edit history menu: jumps to any undo or redo step. */
function HistoryMenu({ designer: { history, goTo } }: { designer: Designer }) {
  const [at, setAt] = useState<HTMLElement | null>(null);
  return (
    <>
      <HistoryButton
        isEmpty={history.undoStack.length + history.redoStack.length === 0}
        isOpen={at !== null}
        onOpen={setAt}
      />
      <Edits history={history} at={at} onClose={() => setAt(null)} onGo={goTo} />
    </>
  );
}

interface HistoryButtonProps {
  isEmpty: boolean;
  isOpen: boolean;
  onOpen: (at: HTMLElement) => void;
}

const HistoryButton = memo(function HistoryButton({ isEmpty, isOpen, onOpen }: HistoryButtonProps) {
  return (
    <Button
      color="inherit"
      disabled={isEmpty}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      History
    </Button>
  );
});

interface EditsProps {
  history: Designer['history'];
  /** Null while closed. */
  at: HTMLElement | null;
  onClose: () => void;
  onGo: Designer['goTo'];
}

/** Skip rendering while the menu is closed. */
const Edits = memo(EditsNow, (before: EditsProps, after: EditsProps) => before.at === null && after.at === null);

function EditsNow({ history: { undoStack, redoStack }, at, onClose, onGo }: EditsProps) {
  const now = undoStack.length;
  const first = Math.max(0, now - maxEdits);
  const entries = [...undoStack, ...redoStack.toReversed()].slice(first, now + maxEdits);
  return (
    <Menu open={at !== null} anchorEl={at} onClose={onClose}>
      {[{ name: first === 0 ? 'Original form' : `${first} earlier edits` }, ...entries].map(({ name }, index) => {
        const count = first + index;
        return (
          <MenuItem
            key={count}
            selected={count === now}
            aria-current={count === now ? 'step' : undefined}
            sx={count > now ? { color: 'text.secondary', fontStyle: 'italic' } : undefined}
            onClick={() => {
              onClose();
              onGo(count);
            }}
          >
            {name}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
