import type { Design, DesignWidget } from '#schemas/designing/design.ts';
import { widgetsIn } from '#schemas/designing/tree.ts';

/**
 * A line of the outline. The container inside a list or modal has no line of its own; its owner's line stands for it.
 */
interface OutlineItem {
  widget: DesignWidget;
  level: number;
  /** Id of the parent line. */
  parent: string | null;
  hasInside: boolean;
}

/** Returns the visible lines of the outline in form order, without those below collapsed lines. */
export function outlineItems({ root }: Design, closed: ReadonlySet<string>): OutlineItem[] {
  const items: OutlineItem[] = [];
  for (const { widget, around } of widgetsIn(root)) {
    const lines = around.filter((each, index) => !isContent(each, around[index - 1]));
    if (isContent(widget, around.at(-1)) || lines.some(({ id }) => closed.has(id))) continue;
    const hasInside = (widget.content ?? widget).rows.length > 0;
    items.push({ widget, level: lines.length + 1, parent: lines.at(-1)?.id ?? null, hasInside });
  }
  return items;
}

const isContent = (widget: DesignWidget, parent: DesignWidget | undefined) => parent?.content === widget;
