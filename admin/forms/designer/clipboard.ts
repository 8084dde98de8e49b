import { randomId } from '#portal/forms/randomId.ts';
import { type DesignWidget, openDesign, written } from '#schemas/designing/design.ts';
import { paste, type Wanted } from '#schemas/designing/edits.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { afterSelection } from './after-selection.ts';
import type { Designer } from './useDesigner.ts';

/** Widgets as text: JSON, so that they can be pasted into another form, or into a mail. */
export function copiedText(widgets: readonly DesignWidget[]): string {
  return JSON.stringify({ widgets: widgets.map(written) }, null, 2);
}

/** Puts the widgets of a text below what is selected; a text that holds none is refused. */
export function pastedWidgets({ design, selected }: Pick<Designer, 'design' | 'selected'>, text: string): Wanted {
  const widgets = widgetsOf(text);
  if (!widgets) return { refused: 'What was copied holds no widgets of a form' };
  const rows = widgets.map((widget) => ({ columns: [{ ratio: 1, widget }] }));
  const root = { type: 'container', id: randomId(), config: { layout: rows } };
  const opened = openDesign({ version: 1, root }, randomId);
  if ('message' in opened) return { refused: `What was copied can not be used: ${opened.message}` };
  const made = opened.design.root.rows.flat().map(({ widget }) => widget);
  return paste(design, { widgets: made, to: afterSelection({ design, selected }), idOf: randomId });
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
