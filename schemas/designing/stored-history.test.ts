import { describe, expect, it } from 'vitest';
import { add, change, convert, type EditResult, move, remove, replace, resize } from './edits.ts';
import { idOf, openExampleDesign } from './example-design.ts';
import { parseHistory, serializeHistory } from './stored-history.ts';
import { applyEdit, openHistory, type UndoHistory, undo } from './undo-history.ts';

/** A history with a step of each kind. */
function historyWithAllSteps(): UndoHistory {
  const edits: ((now: UndoHistory['design']) => EditResult)[] = [
    (now) => add(now, { type: 'table', label: 'Lines', to: { container: 'root', before: null }, idOf }),
    (now) => move(now, { ids: ['zip'], to: { beside: 'city', side: 'right' } }),
    (now) => resize(now, 'zip', 3),
    (now) => change(now, { ids: ['floor'], part: 'config', key: 'minValue', value: undefined }),
    (now) => convert(now, { id: 'floor', type: 'text_input', idOf }),
    (now) => remove(now, ['total']),
    () => replace(openExampleDesign(), openExampleDesign(), { name: 'Change JSON' }),
    (now) => replace(now, openExampleDesign(), { name: 'Import file' }),
  ];
  return edits.reduce((history, edit) => {
    const result = edit(history.design);
    return 'rejected' in result ? history : applyEdit(history, result);
  }, openHistory(openExampleDesign()));
}

describe('serializeHistory and parseHistory', () => {
  it('round-trip a history that can be undone to the beginning', () => {
    const history = undo(historyWithAllSteps());
    const text = serializeHistory(history, 1_000_000) ?? '';
    expect(parseHistory(text)).toEqual(JSON.parse(JSON.stringify(history)));
    let back = parseHistory(text);
    while (back && back.undoStack.length > 0) back = undo(back);
    expect(back?.design).toEqual(openExampleDesign());
  });

  it('drop the oldest edits if the text is too long, and return null if the form alone is', () => {
    const history = historyWithAllSteps();
    const whole = serializeHistory(history, 1_000_000) ?? '';
    const restored = parseHistory(serializeHistory(history, whole.length - 1) ?? '');
    expect(restored?.design).toEqual(history.design);
    expect(restored?.undoStack.length).toBeLessThan(history.undoStack.length);
    expect(restored?.undoStack.at(-1)?.name).toBe(history.undoStack.at(-1)?.name);
    expect(serializeHistory(history, 100)).toBeNull();
  });

  it.each(['', '{', 'null', '{"design":{}}', '{"design":{"root":{"type":"sound"}},"done":[],"undone":[]}'])(
    'parseHistory returns null for another text: %s',
    (text) => {
      expect(parseHistory(text)).toBeNull();
    },
  );

  it('parseHistory returns null if a step is invalid', () => {
    const { design } = openHistory(openExampleDesign());
    const done = [{ name: 'x', steps: [{ do: 'fly', id: 'name' }] }];
    expect(parseHistory(JSON.stringify({ design, done, undone: [] }))).toBeNull();
  });
});
