import { randomId } from '#portal/forms/randomId.ts';
import { type Design, openDesign, serializeWidget } from '#schemas/designing/design.ts';
import { type EditResult, paste, withoutNestedSelection } from '#schemas/designing/edits.ts';
import { type Target, targetBelow } from '#schemas/designing/targets.ts';
import { findWidget, widgetsIn } from '#schemas/designing/tree.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { type DropTarget, resolveTarget } from './drag-data.ts';
import type { Designer } from './useDesigner.ts';

type Selected = Pick<Designer, 'design' | 'selected'>;

/** Serializes the selected widgets with everything inside them, in the format of a formSchema. */
export function serializeSelection({ design, selected }: Selected): JsonMap[] {
  const ids = withoutNestedSelection(
    design,
    selected.map(({ id }) => id),
  );
  return ids.map((id) => serializeWidget(findWidget(design, id).widget));
}

/** Widgets as JSON text for the clipboard, so that they can be pasted into another form or an e-mail. */
export function selectionAsText(designer: Selected): string {
  return JSON.stringify({ widgets: serializeSelection(designer) }, null, 2);
}

/** Pastes widgets from clipboard text below the selection; rejects text without widgets. */
export function pasteText(designer: Selected, text: string): EditResult {
  const widgets = widgetsOf(text);
  if (!widgets) return { rejected: "The clipboard doesn't contain form widgets" };
  return pasteWidgets({ design: designer.design, widgets, to: insertionPoint(designer) });
}

interface Pasted {
  design: Design;
  /** In the format of a formSchema. */
  widgets: readonly unknown[];
  to: Target;
  name?: string;
}

/** Pastes copies of widgets into a design; rejects widgets that cannot be parsed. */
export function pasteWidgets({ design, widgets, to, name }: Pasted): EditResult {
  const rows = widgets.map((widget) => ({ columns: [{ ratio: 1, widget }] }));
  const root = { type: 'container', id: randomId(), config: { layout: rows } };
  const opened = openDesign({ version: 1, root }, randomId);
  if ('message' in opened) return { rejected: `The clipboard contents can't be pasted: ${opened.message}` };
  const copies = opened.design.root.rows.flat().map(({ widget }) => widget);
  return paste(design, { widgets: copies, to, idOf: randomId, ...(name ? { name } : {}) });
}

function widgetsOf(text: string): unknown[] | null {
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) && Array.isArray(read.widgets) && read.widgets.length > 0 ? read.widgets : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Insertion point for new widgets: into the selected container, else below the selection, else at the end of the form.
 */
export function insertionPoint({ design, selected }: Pick<Designer, 'design' | 'selected'>): Target {
  const last = selected.at(-1);
  const holder = last?.content ?? last ?? design.root;
  if (holder.type === 'container') return { container: holder.id, before: null };
  return findWidget(design, holder.id).column
    ? targetBelow(design, holder.id)
    : { container: design.root.id, before: null };
}

/** Resolves a drop to a target. Falls back to the insertion point if the widget dropped on no longer exists. */
export function resolveDrop({
  dropped,
  ...designer
}: Pick<Designer, 'design' | 'selected'> & { dropped?: DropTarget | undefined }): Target {
  const isThere = [...widgetsIn(designer.design.root)].some(({ widget }) => widget.id === dropped?.id);
  return dropped && isThere ? resolveTarget(designer.design, dropped) : insertionPoint(designer);
}
