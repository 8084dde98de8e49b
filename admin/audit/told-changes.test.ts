import { describe, expect, it } from 'vitest';
import { resourceNamed } from '../generate/catalogue.ts';
import { toldChanges } from './told-changes.ts';

const told = (type: string, changes: Parameters<typeof toldChanges>[1]) =>
  toldChanges(resourceNamed(type), changes).map(({ label, from, to }) => `${label}: ${from.text} → ${to.text}`);

describe('an entry of the audit log', () => {
  it('tells each change under the labels of the record', () => {
    expect(
      told('Client', [
        { field: 'industry', from: '"Food"', to: '"Retail"' },
        { field: 'businessAddress.city', to: '"Boone"' },
        { field: 'phoneNumber' },
      ]),
    ).toEqual([
      'Industry: Food → Retail',
      'Business address › City: – → Boone',
      'Phone number: not told here → not told here',
    ]);
  });

  it('knows what a field refers to, and tells what is cut short or of an unknown type as it stands', () => {
    const [change] = toldChanges(resourceNamed('Channel'), [{ field: 'entityId', from: '"a"', to: '"b"' }]);
    expect(change).toMatchObject({ reference: 'entities', from: { id: 'a' }, to: { id: 'b' } });
    expect(told('Vendor', [{ field: 'name', from: '"A"', to: '"Long te' }])).toEqual(['name: A → "Long te …']);
  });
});
