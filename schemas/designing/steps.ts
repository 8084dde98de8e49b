import type { JsonMap } from '../generated/types.ts';
import { type Design, type DesignColumn, type DesignWidget, orderedConfig, orderedMeta } from './design.ts';
import { findWidget, type Spot, withColumn, withoutWidget, withWidget } from './tree.ts';

/**
 * One atomic, invertible change of a design, as JSON, so that a draft can store the undo history. Positions refer to
 * the design when the step is applied; for a move, after the widget has been removed.
 */
export type DesignStep =
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
  | { readonly do: 'convert'; readonly id: string; readonly to: StepBody }
  | { readonly do: 'replace'; readonly root: DesignWidget };

/** A widget without its id. */
export type StepBody = Omit<DesignWidget, 'id'>;

/** The result of a step: the new design and the inverse step. */
export interface StepResult {
  readonly design: Design;
  readonly inverse: DesignStep;
}

/**
 * Applies a step. Throws a RangeError if it is impossible: an unknown widget or position, a widget moved into itself,
 * removal of the root.
 */
export function applyStep(design: Design, step: DesignStep): StepResult {
  switch (step.do) {
    case 'insert':
      return { design: withColumn(design, step.column, step.at), inverse: { do: 'remove', id: step.column.widget.id } };
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
      return { design: { root: step.root }, inverse: { do: 'replace', root: design.root } };
  }
}

/** Applies steps in order. If one throws, none is applied. */
export function applySteps(design: Design, steps: readonly DesignStep[]): { design: Design; inverse: DesignStep[] } {
  const inverse: DesignStep[] = [];
  let now = design;
  for (const step of steps) {
    const result = applyStep(now, step);
    now = result.design;
    inverse.unshift(result.inverse);
  }
  return { design: now, inverse };
}

function removeWidget(design: Design, id: string): StepResult & { inverse: Extract<DesignStep, { do: 'insert' }> } {
  const found = findWidget(design, id);
  const left = withoutWidget(found);
  const { widget, column } = found;
  if (!column) throw new RangeError(`The ${widget.type} ${id} stands in no column`);
  return { design: left, inverse: { do: 'insert', column: { ratio: column.ratio, widget }, at: column.spot } };
}

function moveWidget(design: Design, id: string, to: Spot): StepResult {
  const { design: left, inverse } = removeWidget(design, id);
  return { design: withColumn(left, inverse.column, to), inverse: { do: 'move', id, to: inverse.at } };
}

function resizeWidget(design: Design, id: string, ratio: number): StepResult {
  const { design: left, inverse } = removeWidget(design, id);
  if (!(ratio > 0 && Number.isFinite(ratio))) throw new RangeError(`A ratio is greater than 0, not ${ratio}`);
  const { widget, ratio: before } = inverse.column;
  return { design: withColumn(left, { ratio, widget }, inverse.at), inverse: { do: 'resize', id, ratio: before } };
}

function setProperty(design: Design, step: Extract<DesignStep, { do: 'set' }>): StepResult {
  const { id, part, key, value } = step;
  const found = findWidget(design, id);
  const { [key]: before, ...others } = found.widget[part];
  const changed = value === undefined ? others : { ...others, [key]: value };
  const inverse: DesignStep =
    before === undefined ? { do: 'set', id, part, key } : { do: 'set', id, part, key, value: before };
  return { design: withWidget(found, (widget) => withPart(widget, part, changed)), inverse };
}

function withPart(widget: DesignWidget, part: 'meta' | 'config', changed: JsonMap): DesignWidget {
  if (part === 'meta') return { ...widget, meta: orderedMeta(changed) };
  return { ...widget, config: orderedConfig(widget.type, changed) };
}

function convertWidget(design: Design, id: string, to: StepBody): StepResult {
  const found = findWidget(design, id);
  const { id: _, ...before } = found.widget;
  if (!found.column && to.type !== 'container')
    throw new RangeError(`Only a container may stand here, not a ${to.type}`);
  return { design: withWidget(found, () => ({ ...to, id })), inverse: { do: 'convert', id, to: before } };
}
