import { randomId } from '#portal/forms/randomId.ts';
import { type Design, openDesign, written } from '#schemas/designing/design.ts';
import { outermost, paste, type Wanted } from '#schemas/designing/edits.ts';
import type { Target } from '#schemas/designing/targets.ts';
import { findWidget } from '#schemas/designing/tree.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { afterSelection } from './after-selection.ts';
import type { Designer } from './useDesigner.ts';

type Selected = Pick<Designer, 'design' | 'selected'>;

/** What is selected as a formSchema has it, each with all that stands in it. */
export function copiedWidgets({ design, selected }: Selected): JsonMap[] {
  const ids = outermost(
    design,
    selected.map(({ id }) => id),
  );
  return ids.map((id) => written(findWidget(design, id).widget));
}

/** Widgets as text: JSON, so that they can be pasted into another form, or into a mail. */
export function copiedText(designer: Selected): string {
  return JSON.stringify({ widgets: copiedWidgets(designer) }, null, 2);
}

/** Puts the widgets of a text below what is selected; a text that holds none is refused. */
export function pastedWidgets(designer: Selected, text: string): Wanted {
  const widgets = widgetsOf(text);
  if (!widgets) return { refused: 'What was copied holds no widgets of a form' };
  return pasted({ design: designer.design, widgets, to: afterSelection(designer) });
}

interface Pasted {
  design: Design;
  /** As a formSchema has them. */
  widgets: readonly unknown[];
  to: Target;
  name?: string;
}

/** Puts copies of widgets into a design; what can not be opened as such is refused. */
export function pasted({ design, widgets, to, name }: Pasted): Wanted {
  const rows = widgets.map((widget) => ({ columns: [{ ratio: 1, widget }] }));
  const root = { type: 'container', id: randomId(), config: { layout: rows } };
  const opened = openDesign({ version: 1, root }, randomId);
  if ('message' in opened) return { refused: `What was copied can not be used: ${opened.message}` };
  const made = opened.design.root.rows.flat().map(({ widget }) => widget);
  return paste(design, { widgets: made, to, idOf: randomId, ...(name ? { name } : {}) });
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
