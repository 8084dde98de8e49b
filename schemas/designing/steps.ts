import type { JsonMap } from '../generated/types.ts';
import { type Design, type DesignColumn, type DesignWidget, orderedConfig, orderedMeta } from './design.ts';
import { findWidget, type Spot, withColumn, withoutWidget, withWidget } from './tree.ts';

/**
 * One atomic, invertible change of a design, as JSON, so that a draft can store the undo history. Positions refer to
 * the design when the step is applied; for a move, after the widget has been removed.
 */
export type Step =
  | { readonly do: 'insert'; readonly column: DesignColumn; readonly at: Spot }
  | { readonly do: 'remove'; readonly id: string }
  | { readonly do: 'move'; readonly id: string; readonly to: Spot }
  | { readonly do: 'resize'; readonly id: string; readonly ratio: number }
  | {
      readonly do: 'set';
      readonly id: string;
      readonly part: 'meta' | 'config';
      readonly key: string;
      readonly value?: unknown;
    }
  | { readonly do: 'convert'; readonly id: string; readonly to: Body }
  | { readonly do: 'replace'; readonly root: DesignWidget };

/** A widget without its id. */
export type Body = Omit<DesignWidget, 'id'>;

/** The result of a step: the new design and the inverse step. */
export interface Taken {
  readonly design: Design;
  readonly back: Step;
}

/**
 * Applies a step. Throws a RangeError if it is impossible: an unknown widget or position, a widget moved into itself,
 * removal of the root.
 */
export function takeStep(design: Design, step: Step): Taken {
  switch (step.do) {
    case 'insert':
      return { design: withColumn(design, step.column, step.at), back: { do: 'remove', id: step.column.widget.id } };
    case 'remove':
      return removeWidget(design, step.id);
    case 'move':
      return moveWidget(design, step.id, step.to);
    case 'resize':
      return resizeWidget(design, step.id, step.ratio);
    case 'set':
      return setProperty(design, step);
    case 'convert':
      return convertWidget(design, step.id, step.to);
    case 'replace':
      return { design: { root: step.root }, back: { do: 'replace', root: design.root } };
  }
}

/** Applies steps in order. If one throws, none is applied. */
export function takeSteps(design: Design, steps: readonly Step[]): { design: Design; back: Step[] } {
  const back: Step[] = [];
  let now = design;
  for (const step of steps) {
    const result = takeStep(now, step);
    now = result.design;
    back.unshift(result.back);
  }
  return { design: now, back };
}

function removeWidget(design: Design, id: string): Taken & { back: Extract<Step, { do: 'insert' }> } {
  const found = findWidget(design, id);
  const left = withoutWidget(found);
  const { widget, column } = found;
  if (!column) throw new RangeError(`The ${widget.type} ${id} stands in no column`);
  return { design: left, back: { do: 'insert', column: { ratio: column.ratio, widget }, at: column.spot } };
}

function moveWidget(design: Design, id: string, to: Spot): Taken {
  const { design: left, back } = removeWidget(design, id);
  return { design: withColumn(left, back.column, to), back: { do: 'move', id, to: back.at } };
}

function resizeWidget(design: Design, id: string, ratio: number): Taken {
  const { design: left, back } = removeWidget(design, id);
  if (!(ratio > 0 && Number.isFinite(ratio))) throw new RangeError(`A ratio is greater than 0, not ${ratio}`);
  const { widget, ratio: before } = back.column;
  return { design: withColumn(left, { ratio, widget }, back.at), back: { do: 'resize', id, ratio: before } };
}

function setProperty(design: Design, step: Extract<Step, { do: 'set' }>): Taken {
  const { id, part, key, value } = step;
  const found = findWidget(design, id);
  const { [key]: before, ...others } = found.widget[part];
  const changed = value === undefined ? others : { ...others, [key]: value };
  const back: Step = before === undefined ? { do: 'set', id, part, key } : { do: 'set', id, part, key, value: before };
  return { design: withWidget(found, (widget) => withPart(widget, part, changed)), back };
}

function withPart(widget: DesignWidget, part: 'meta' | 'config', changed: JsonMap): DesignWidget {
  if (part === 'meta') return { ...widget, meta: orderedMeta(changed) };
  return { ...widget, config: orderedConfig(widget.type, changed) };
}

function convertWidget(design: Design, id: string, to: Body): Taken {
  const found = findWidget(design, id);
  const { id: _, ...before } = found.widget;
  if (!found.column && to.type !== 'container')
    throw new RangeError(`Only a container may stand here, not a ${to.type}`);
  return { design: withWidget(found, () => ({ ...to, id })), back: { do: 'convert', id, to: before } };
}
