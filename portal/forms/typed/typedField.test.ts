import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTypedField, reduceTypedField, type TypedEvent, type TypedField, type TypedKind } from './typedField.ts';
import { dateKind, lineKind, numberKind, plainKind, secretKind } from './typedKinds.ts';

const today = () => '2026-11-25';
const whole = numberKind({ precision: 0, blankValue: () => 0 });
const cents = numberKind({ precision: 2, minValue: -1000, maxValue: 250_000, blankValue: () => undefined });
const dollars = numberKind({ money: 'shown' });
const day = dateKind('day', { today });

const fieldAfter = (kind: TypedKind, value: unknown, ...events: TypedEvent[]): TypedField =>
  events.reduce((field, event) => reduceTypedField(field, event, kind), createTypedField(value, kind));

const focus = { type: 'focus' } as const;
const blur = { type: 'blur' } as const;
const commit = { type: 'commit' } as const;
const typed = (text: string) => ({ type: 'input', text }) as const;
const updated = (value: unknown) => ({ type: 'update', value }) as const;

describe('a typed field after blur', () => {
  it.each<[string, TypedKind, string, string, unknown]>([
    ['a whole number', whole, '7.50', '7', 7],
    ['a number of two decimals', cents, '7.50', '7.50', 7.5],
    ['a number of two decimals', cents, '2.25', '2.25', 2.25],
    ['a number of two decimals', cents, '45.0075', '45.00', 45],
    ['a number of two decimals', cents, '999999', '250,000.00', 250_000],
    ['a number of two decimals', cents, '-5000', '-1,000.00', -1000],
    ['money', dollars, '1601.6', '$1,601.60', 1601.6],
    ['money', dollars, '45.0075', '$45.0075', 45.0075],
    ['money', dollars, '(5)', '-$5.00', -5],
    ['money', dollars, '1.234,50', '1.234,50', '1.234,50'],
    ['money', dollars, ' ', '', undefined],
    ['a whole number', whole, '', '0', 0],
    ['a day', day, '31-mar-26', '3/31/2026', '2026-03-31'],
    ['a day', day, 't', '11/25/2026', '2026-11-25'],
    ['a day', day, '+7', '12/2/2026', '2026-12-02'],
    ['a day', day, '3/31/', '3/31/', '3/31/'],
    ['a day', day, '  ', '', ''],
    ['a month', dateKind('month', { today }), '3/2026', 'March 2026', '2026-03-01'],
    ['a moment', dateKind('moment', { today }), '3/31/26 8pm', '3/31/2026 8:00 PM', '2026-03-31T20:00:00.000Z'],
    ['a time', dateKind('time', { today }), '930', '9:30 AM', '09:30'],
    ['a line of text', lineKind, ' Ann\t', 'Ann', 'Ann'],
    ['several lines', plainKind, ' a\n', ' a\n', ' a\n'],
  ])('parses, limits and formats %s (case %#)', (_, kind, text, shown, stored) => {
    expect(fieldAfter(kind, undefined, focus, typed(text), blur)).toMatchObject({ text: shown, value: stored });
  });

  it('reports cut-off decimals, and restores the typed text on request', () => {
    const left = fieldAfter(whole, 0, focus, typed('7.50'), blur);
    expect(left.notice).toEqual({
      message: 'Stored as 7: no decimals allowed',
      restore: { text: '7.50', label: 'Restore 7.50' },
    });
    const restored = reduceTypedField(left, { type: 'restore', text: '7.50' }, whole);
    // The notice stays while the stored value differs from the text.
    expect(restored).toMatchObject({ text: '7.50', value: 7, notice: { message: 'Stored as 7: no decimals allowed' } });
    expect(restored.notice?.restore).toBeUndefined();
    expect(reduceTypedField(restored, typed('7'), whole)).toMatchObject({ value: 7, notice: null });
    expect(reduceTypedField(restored, blur, whole)).toEqual(left);
  });

  it.each([
    ['45.0075', 'Stored as 45.00: at most 2 decimals', 'Restore 45.0075'],
    ['999999', '999,999 is too high. The maximum is 250,000.00', 'Restore 999,999'],
    ['-2000', '-2,000 is too low. The minimum is -1,000.00', 'Restore -2,000'],
  ])('reports how %s is stored', (text, message, label) => {
    expect(fieldAfter(cents, 0, focus, typed(text), blur).notice).toEqual({ message, restore: { text, label } });
  });

  it.each(['7.5', '7.500', '$7.50'])('gives no notice for %s, which is stored as typed', (text) => {
    expect(fieldAfter(cents, 0, focus, typed(text), blur).notice).toBeNull();
  });

  it('keeps a value that the user did not edit', () => {
    expect(fieldAfter(whole, 7.5, focus, blur)).toMatchObject({ value: 7.5, text: '7.5', notice: null });
    expect(fieldAfter(dateKind('moment', { today }), '2026-03-31T20:30:15.000Z', focus, blur)).toMatchObject({
      value: '2026-03-31T20:30:15.000Z',
    });
  });
});

describe('a typed field with focus', () => {
  it('shows its number as editable text', () => {
    expect(fieldAfter(dollars, 1601.6, focus).text).toBe('1601.6');
    expect(fieldAfter(cents, -1601.6, focus).text).toBe('-1601.6');
    expect(fieldAfter(numberKind({}), 0.0000001, focus).text).toBe('0.0000001');
  });

  it('keeps the typed text when the response of its own save changes the value', () => {
    expect(fieldAfter(cents, 0, focus, typed('999999'), updated(250_000))).toMatchObject({
      text: '999999',
      value: 250_000,
      notice: null,
    });
    expect(fieldAfter(lineKind, '', focus, typed('Ann '), updated('Ann'))).toMatchObject({
      text: 'Ann ',
      notice: null,
    });
  });

  it('keeps the typed text on a remote change, gives a notice, and shows the remote value after blur', () => {
    const changed = fieldAfter(cents, 0, focus, typed('7.5'), updated(9));
    expect(changed).toMatchObject({ text: '7.5', value: 9, notice: { message: 'Changed somewhere else to 9.00' } });
    expect(reduceTypedField(changed, blur, cents)).toMatchObject({ text: '9.00', value: 9 });
    expect(reduceTypedField(changed, typed('7.55'), cents)).toMatchObject({ text: '7.55', value: 7.55, notice: null });
  });

  it.each(['', ' '])('treats the typed blank %j as no value', (text) => {
    for (const kind of [day, lineKind, plainKind, dollars])
      expect(fieldAfter(kind, 'before', focus, typed(text), updated(undefined))).toMatchObject({ text, notice: null });
  });

  it('hides a password and truncates a long text in the notice of a remote change', () => {
    const noticeMessage = (kind: TypedKind, value: string) =>
      fieldAfter(kind, '', focus, typed('mine'), updated(value)).notice?.message;
    expect(noticeMessage(secretKind, 'hunter2')).toBe('Changed somewhere else');
    expect(noticeMessage(plainKind, 'a'.repeat(100))).toBe(`Changed somewhere else to ${'a'.repeat(60)}…`);
    expect(noticeMessage(plainKind, '')).toBe('Changed somewhere else to nothing');
  });

  it('follows its value until the user types', () => {
    expect(fieldAfter(cents, 5, focus, updated(9))).toMatchObject({ text: '9', value: 9 });
  });

  it('shows immediately what a commit limited or cut, and keeps equivalent text', () => {
    expect(fieldAfter(cents, 0, focus, typed('999999'), commit)).toMatchObject({ text: '250000', value: 250_000 });
    expect(fieldAfter(cents, 0, focus, typed('7.5'), commit)).toMatchObject({ text: '7.5', value: 7.5, notice: null });
  });
});

/** An action of the user or the page, applied to the field and to a model of a plain text control. */
type Action =
  | { do: 'insert'; text: string }
  | { do: 'delete' | 'home' | 'end' | 'left' | 'focus' | 'blur' }
  | { do: 'update'; value: unknown };

const pieces = ['7', '.', '50', '-', '$', ',', '/', '3/31/2026', 'Mar', ' ', 'a', '+7', 't', '(5)', '12.345', '\u200b'];
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('insert' as const), text: fc.constantFrom(...pieces) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('insert' as const), text: fc.string({ maxLength: 12 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('delete' as const, 'home', 'end', 'left', 'focus', 'blur') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('update' as const),
      value: fc.constantFrom<unknown>(0, 7, 7.5, 12.34, 250_000, '', 'abc', '2026-03-31', '3/31/', undefined),
    }),
  },
);

const kinds: [string, TypedKind][] = [
  ['a whole number', whole],
  ['a number of two decimals', cents],
  ['money', dollars],
  ['a day', day],
  ['a month', dateKind('month', { today })],
  ['a moment', dateKind('moment', { today })],
  ['a time', dateKind('time', { today })],
  ['a line of text', lineKind],
  ['several lines', plainKind],
];

describe('random input (property test)', () => {
  it.each(kinds)('%s shows the typed text while focused and the stored value after blur', (_, kind) => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        let field = createTypedField(kind.commit('').value, kind);
        /** The typed text; null until the user types after a focus. */
        let model: string | null = null;
        let caret = 0;
        const send = (event: TypedEvent) => {
          field = reduceTypedField(field, event, kind);
        };
        for (const step of actions) {
          if (step.do === 'update') send({ type: 'update', value: step.value });
          else if (step.do === 'blur') {
            send(blur);
            model = null;
          } else if (step.do === 'focus') send(focus);
          else if (field.isFocused) {
            caret = Math.min(caret, field.text.length);
            const [before, behind] = [field.text.slice(0, caret), field.text.slice(caret)];
            if (step.do === 'home') caret = 0;
            else if (step.do === 'end') caret = field.text.length;
            else if (step.do === 'left') caret = Math.max(0, caret - 1);
            else {
              const inserted = 'text' in step ? step.text : '';
              model = ('text' in step ? before : before.slice(0, -1)) + inserted + behind;
              caret = model.length - behind.length;
              send(typed(model));
            }
          }
          if (model !== null) expect(field).toMatchObject({ isFocused: true, text: model });
          else if (!field.isFocused) expect(field.text).toBe(kind.format(field.value));
          // The shown text never silently differs from the stored value.
          if (!field.notice && field.isTyped)
            expect([kind.parse(field.text), kind.commit(field.text).value]).toContainEqual(field.value);
        }
      }),
      { numRuns: 300 },
    );
  });
});
