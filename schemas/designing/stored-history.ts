import { isRecord } from '../forms/is-record.ts';
import { configSchemas } from '../generated/widgets.ts';
import type { DesignColumn, DesignRow, DesignWidget } from './design.ts';
import type { DesignStep, StepBody } from './steps.ts';
import type { Spot } from './tree.ts';
import type { Edit, UndoHistory } from './undo-history.ts';

/**
 * Serializes the undo history for storage that survives closing the tab, with at most `maxLength` characters: the oldest
 * edits are dropped first. Null if the form alone is too long.
 */
export function serializeHistory({ design, undoStack, redoStack }: UndoHistory, maxLength: number): string | null {
  const whole = JSON.stringify({ design, done: undoStack, undone: redoStack });
  if (whole.length <= maxLength) return whole;
  const room = maxLength - JSON.stringify({ design, done: [], undone: [] }).length;
  if (room < 0) return null;
  const remaining: Edit[] = [];
  let length = 0;
  for (const edit of undoStack.toReversed()) {
    length += JSON.stringify(edit).length + 1;
    if (length > room) break;
    remaining.unshift(edit);
  }
  return JSON.stringify({ design, done: remaining, undone: [] });
}

/** Parses and validates a stored history; null for any other text. */
export function parseHistory(text: string): UndoHistory | null {
  try {
    const read: unknown = JSON.parse(text);
    return isStoredHistory(read) ? { design: read.design, undoStack: read.done, redoStack: read.undone } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The stored format. Its keys differ from the model's and must not change: browsers hold text in this format. */
interface StoredHistory {
  design: UndoHistory['design'];
  done: UndoHistory['undoStack'];
  undone: UndoHistory['redoStack'];
}

const isStoredHistory = (value: unknown): value is StoredHistory =>
  isRecord(value) &&
  isRecord(value.design) &&
  isWidget(value.design.root) &&
  isListOf(value.done, isEdit) &&
  isListOf(value.undone, isEdit);

function isListOf<T>(value: unknown, isOne: (each: unknown) => each is T): value is T[] {
  return Array.isArray(value) && value.every(isOne);
}

const isEdit = (value: unknown): value is Edit =>
  isRecord(value) && typeof value.name === 'string' && isListOf(value.steps, isStep);

const isStep = (value: unknown): value is DesignStep => isRecord(value) && Boolean(steps.get(value.do)?.(value));

const hasId = ({ id }: Record<string, unknown>) => typeof id === 'string';
const steps = new Map<unknown, (step: Record<string, unknown>) => boolean>([
  ['insert', ({ column, at }) => isColumn(column) && isSpot(at)],
  ['remove', hasId],
  ['move', (step) => hasId(step) && isSpot(step.to)],
  ['resize', (step) => hasId(step) && typeof step.ratio === 'number'],
  ['set', (step) => hasId(step) && (step.part === 'meta' || step.part === 'config') && typeof step.key === 'string'],
  ['convert', (step) => hasId(step) && isBody(step.to)],
  ['replace', ({ root }) => isWidget(root)],
]);

const isSpot = (value: unknown): value is Spot =>
  isRecord(value) &&
  typeof value.container === 'string' &&
  typeof value.row === 'number' &&
  (value.column === null || typeof value.column === 'number');

const isWidget = (value: unknown): value is DesignWidget =>
  isBody(value) && 'id' in value && typeof value.id === 'string';

const isBody = (value: unknown): value is StepBody =>
  isRecord(value) &&
  typeof value.type === 'string' &&
  Object.hasOwn(configSchemas, value.type) &&
  isRecord(value.meta) &&
  isRecord(value.config) &&
  isListOf(value.rows, isRow) &&
  (value.content === null || isWidget(value.content));

const isRow = (value: unknown): value is DesignRow => isListOf(value, isColumn);

const isColumn = (value: unknown): value is DesignColumn =>
  isRecord(value) && typeof value.ratio === 'number' && isWidget(value.widget);
