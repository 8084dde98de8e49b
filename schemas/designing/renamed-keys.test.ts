import { describe, expect, it } from 'vitest';
import { readFormWithoutScripts } from '../forms/read-form-without-scripts.ts';
import { serializeDesign } from './design.ts';
import { formSchema, openExampleDesign } from './example-design.ts';
import { renameKey } from './rename-key.ts';
import { detectRenamedKeys, renameColumns, renameData, renameExamples, usesAround } from './renamed-keys.ts';
import { applyEdit, openHistory } from './undo-history.ts';

const before = openExampleDesign(formSchema);
const renaming = (id: string, to: string) => {
  const result = renameKey(before, id, to);
  if ('rejected' in result) throw new Error(result.rejected);
  const after = readFormWithoutScripts(serializeDesign(applyEdit(openHistory(before), result.edit).design));
  return { after, renamed: detectRenamedKeys(readFormWithoutScripts(serializeDesign(before)), after) };
};
const at = '2026-11-01T00:00:00Z';

describe('a renamed key', () => {
  it("is detected by the widget's id, wherever the widget is", () => {
    expect(renaming('price', 'rate').renamed).toEqual(new Map([['spots.price', 'rate']]));
    expect(renaming('spots', 'lines').renamed).toEqual(new Map([['spots', 'lines']]));
    expect(renaming('email', 'mail').renamed).toEqual(new Map([['contact.email', 'mail']]));
  });

  it('is updated in data, examples and table columns, but not in other fields of that name', () => {
    const { renamed, after } = renaming('price', 'rate');
    const formData = { price: 1, spots: [{ _id: 'a', price: 2 }, { price: 3 }] };
    expect(renameData(formData, renamed)).toEqual({ price: 1, spots: [{ _id: 'a', rate: 2 }, { rate: 3 }] });
    const expected = [{ kind: 'refused' as const, path: '/spots/0/price' }, { kind: 'passes' as const }];
    const [example] = renameExamples([{ id: 'x', name: 'Large', at, formData, expected }], renamed);
    expect(example?.expected).toEqual([{ kind: 'refused', path: '/spots/0/rate' }, { kind: 'passes' }]);
    const columns = [
      { path: 'spots.price', defaultVisibility: true },
      { path: 'name', defaultVisibility: false },
    ];
    expect(renameColumns(columns, renamed, after)).toEqual([
      { path: 'spots.rate', defaultVisibility: true },
      { path: 'name', defaultVisibility: false },
    ]);
  });

  it('is listed with its uses outside the form', () => {
    const config = { subject: 'About {{ form.name }}', to: [{ type: 'variable' as const, value: 'form.name' }] };
    const around = {
      tableColumns: [{ path: 'name', defaultVisibility: true }],
      examples: [{ id: 'x', name: 'Large', at, formData: { name: 'a' }, expected: [{ kind: 'passes' as const }] }],
      channels: [{ name: 'Radio', onboardingEmail: { config } }, { name: 'Print' }],
    };
    expect(usesAround(around, 'name')).toEqual([
      'The table column name',
      'The example “Large”',
      'The onboarding e-mail of Radio',
    ]);
    expect(usesAround(around, 'floor')).toEqual([]);
  });
});
