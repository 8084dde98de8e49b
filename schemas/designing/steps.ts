import type { JsonMap } from '../generated/types.ts';
import { type Design, type DesignColumn, type DesignWidget, orderedConfig, orderedMeta } from './design.ts';
import { findWidget, type Spot, withColumn, withoutWidget, withWidget } from './tree.ts';

/**
 * One change of a design, as JSON, so that a draft keeps what can be undone. A place is meant in the design as it is when
 * the step is taken; of a move, once the widget has left.
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

/** All of a widget but its id. */
export type Body = Omit<DesignWidget, 'id'>;

/** What a step gives: the design after it, and the step that leads back. */
export interface Taken {
  readonly design: Design;
  readonly back: Step;
}

/** Takes a step. Throws a RangeError for one that leads nowhere: no such widget or place, a widget into itself, the root away. */
export function takeStep(design: Design, step: Step): Taken {
  switch (step.do) {
    case 'insert':
      return { design: withColumn(design, step.column, step.at), back: { do: 'remove', id: step.column.widget.id } };
    case 'remove':
      return removed(design, step.id);
    case 'move':
      return moved(design, step.id, step.to);
    case 'resize':
      return resized(design, step.id, step.ratio);
    case 'set':
      return set(design, step);
    case 'convert':
      return converted(design, step.id, step.to);
    case 'replace':
      return { design: { root: step.root }, back: { do: 'replace', root: design.root } };
  }
}

/** Takes steps one after the other: all of them or, where one throws, none. */
export function takeSteps(design: Design, steps: readonly Step[]): { design: Design; back: Step[] } {
  const back: Step[] = [];
  let now = design;
  for (const step of steps) {
    const taken = takeStep(now, step);
    now = taken.design;
    back.unshift(taken.back);
  }
  return { design: now, back };
}

function removed(design: Design, id: string): Taken & { back: Extract<Step, { do: 'insert' }> } {
  const found = findWidget(design, id);
  const left = withoutWidget(found);
  const { widget, column } = found;
  if (!column) throw new RangeError(`The ${widget.type} ${id} stands in no column`);
  return { design: left, back: { do: 'insert', column: { ratio: column.ratio, widget }, at: column.spot } };
}

function moved(design: Design, id: string, to: Spot): Taken {
  const { design: left, back } = removed(design, id);
  return { design: withColumn(left, back.column, to), back: { do: 'move', id, to: back.at } };
}

function resized(design: Design, id: string, ratio: number): Taken {
  const { design: left, back } = removed(design, id);
  if (!(ratio > 0 && Number.isFinite(ratio))) throw new RangeError(`A ratio is greater than 0, not ${ratio}`);
  const { widget, ratio: before } = back.column;
  return { design: withColumn(left, { ratio, widget }, back.at), back: { do: 'resize', id, ratio: before } };
}

function set(design: Design, step: Extract<Step, { do: 'set' }>): Taken {
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

function converted(design: Design, id: string, to: Body): Taken {
  const found = findWidget(design, id);
  const { id: _, ...before } = found.widget;
  if (!found.column && to.type !== 'container')
    throw new RangeError(`Only a container may stand here, not a ${to.type}`);
  return { design: withWidget(found, () => ({ ...to, id })), back: { do: 'convert', id, to: before } };
}
