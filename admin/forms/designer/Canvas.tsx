import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { FormView } from '#portal/forms/FormView.tsx';
import { ChangeMarksContext } from '#portal/forms/marks/marks.ts';
import { randomId } from '#portal/forms/randomId.ts';
import { createFormStore } from '#portal/forms/store/createFormStore.ts';
import { duplicate, remove, share } from '#schemas/designing/edits.ts';
import { widgetsIn } from '#schemas/designing/tree.ts';
import { initialValues } from '#schemas/forms/fill.ts';
import type { Form } from '#schemas/forms/form.ts';
import styles from './Canvas.module.css';
import { pasteText, selectionAsText } from './clipboard.ts';
import { newOrderContext, replaceForm } from './form-store.ts';
import { type MoveDirection, moveByStep } from './move-by-step.ts';
import { createSelectionStore, SelectionContext } from './selection-store.ts';
import type { Designer } from './useDesigner.ts';
import { useStableCallback } from './useStableCallback.ts';
import { ResizeContext, widgetFrames } from './WidgetFrame.tsx';

/** The canvas: the form rendered as users see it. A press selects a widget, and its controls still work. */
export function Canvas({ designer, form }: { designer: Designer; form: Form }) {
  const { design, ids, select, applyEdit } = designer;
  const [store] = useState(() => {
    const context = newOrderContext();
    return createFormStore({ form, values: initialValues(form, context), context });
  });
  const canvas = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => replaceForm(store, form), [store, form]);
  const root = design.root.id;
  const selection = useMemo(() => createSelectionStore(root), [root]);
  const last = ids.at(-1);
  useLayoutEffect(() => {
    const found = [...widgetsIn(design.root)].find(({ widget }) => widget.id === last);
    selection.select(ids, found?.around.map(({ id }) => id) ?? []);
  }, [selection, ids, last, design]);
  useEffect(() => {
    // Wait a frame, so that newly added widgets are painted.
    const frame = requestAnimationFrame(() => {
      const element = last && canvas.current?.querySelector(`[data-widget="${CSS.escape(last)}"]`);
      if (element && last !== root) element.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [last, root]);
  const choose = useEffectEvent((id: string, isMore: boolean) => {
    if (!isMore) select([id]);
    else select(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]);
  });
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    // Selects the innermost widget under the pointer. Does not cancel the event, so the widget's own controls keep
    // working.
    const press = ({ target, button, ctrlKey, metaKey }: PointerEvent) => {
      const frame = target instanceof Element ? target.closest('[data-widget]') : null;
      const id = frame?.getAttribute('data-widget') ?? root;
      // A right click on the selection keeps it: the menu acts on all selected widgets.
      if (button === 0 || !selection.ids().includes(id)) choose(id, ctrlKey || metaKey);
    };
    element.addEventListener('pointerdown', press, true);
    return () => element.removeEventListener('pointerdown', press, true);
  }, [root, selection]);
  useEffect(() => {
    const scroller = canvas.current?.closest('[data-scrolls]');
    return scroller ? autoScrollForElements({ element: scroller }) : undefined;
  }, []);
  const resize = useStableCallback((left: string, part: number) => void applyEdit(share(design, left, part)));
  const resizing = useMemo(() => ({ resize }), [resize]);
  return (
    <SelectionContext value={selection}>
      <ResizeContext value={resizing}>
        {/* Handles keys that bubble up from the widgets. */}
        <div ref={canvas} className={styles.canvas} {...editShortcuts(designer)}>
          <ChangeMarksContext value={widgetFrames}>
            <FormView store={store} hasSummary={false} />
          </ChangeMarksContext>
        </div>
      </ResizeContext>
    </SelectionContext>
  );
}

/** Keyboard and clipboard handlers for the selection, in the outline and on the canvas. Inputs keep their own keys. */
export function editShortcuts(designer: Designer) {
  const { design, selected, ids, applyEdit } = designer;
  const all = selected.map(({ id }) => id);
  const last = ids.at(-1);
  const copy = (event: ClipboardEvent, isCut: boolean) => {
    if (selected.length === 0 || isTextField(event.target)) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', selectionAsText(designer));
    if (isCut) applyEdit(remove(design, all));
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (last === undefined || event.defaultPrevented || isTextField(event.target)) return;
      const direction = event.altKey ? directions[event.key] : undefined;
      if (direction) applyEdit(moveByStep(design, last, direction));
      else if (event.key === 'Delete') applyEdit(remove(design, all));
      else if ((event.ctrlKey || event.metaKey) && event.key === 'd') applyEdit(duplicate(design, last, randomId));
      else return;
      event.preventDefault();
    },
    onCopy: (event: ClipboardEvent) => copy(event, false),
    onCut: (event: ClipboardEvent) => copy(event, true),
    onPaste: (event: ClipboardEvent) => {
      if (isTextField(event.target)) return;
      event.preventDefault();
      applyEdit(pasteText(designer, event.clipboardData.getData('text/plain')));
    },
  };
}

const directions: Record<string, MoveDirection | undefined> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
};

/** Whether the element is an input that handles keys itself. */
export function isTextField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}
